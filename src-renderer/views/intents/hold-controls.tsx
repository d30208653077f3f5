import { Box, Button, Group } from '@mantine/core'
import { IconCheck, IconPlayerPause, IconPlayerPlay, IconSend, IconX } from '@tabler/icons-react'
import type { Intent } from '../../../src-shared/desk/intents.ts'
import { holdLabel } from '../../format/intent-labels.ts'
import { useSeconds } from '../../parts/use-now.ts'
import { cancelIntent, isHeld, isHeldBack, pauseIntent, sendNow, useIsSendingHeld } from '../../state/intents.ts'
import { useMaySend } from '../../state/team.ts'
import { useKeyNote } from './waits-for-key.tsx'

export const Countdown = ({ intent }: { readonly intent: Intent }) => {
  const isKept = isHeldBack(intent, useIsSendingHeld())
  const nowMs = useSeconds()
  return <>{isKept ? 'held: all sending is paused' : holdLabel(intent, nowMs)}</>
}

/** While an intent is held: the time left, and pause, send now and cancel. */
export const HoldControls = ({ intent }: { readonly intent: Intent }) => {
  const isKept = isHeldBack(intent, useIsSendingHeld())
  const keyNote = useKeyNote(intent)
  const maySend = useMaySend()
  if (!isHeld(intent)) return null
  return (
    <Group
      component="section"
      px="sm"
      py="xs"
      bg="var(--warn-ground)"
      bd="1px solid var(--line-strong)"
      bdrs="md"
      aria-label="Hold"
    >
      <Box component="span" flex="1 0 100%">
        {intent.state === 'held' || isKept ? <Countdown intent={intent} /> : (keyNote ?? 'sending next')} · can still be
        cancelled
      </Box>
      {intent.needsApproval ? (
        maySend ? (
          <Button leftSection={<IconCheck size={14} />} onClick={() => void sendNow(intent)}>
            Approve
          </Button>
        ) : null
      ) : intent.state === 'held' && !isKept ? (
        <>
          <Button
            variant="default"
            leftSection={intent.isPaused ? <IconPlayerPlay size={14} /> : <IconPlayerPause size={14} />}
            onClick={() => void pauseIntent(intent, !intent.isPaused)}
          >
            {intent.isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button variant="default" leftSection={<IconSend size={14} />} onClick={() => void sendNow(intent)}>
            Send now
          </Button>
        </>
      ) : null}
      <Button variant="default" leftSection={<IconX size={14} />} onClick={() => void cancelIntent(intent)}>
        Cancel
      </Button>
    </Group>
  )
}
