import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconEye, IconPencilShare } from '@tabler/icons-react'
import { useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { IntentWithItems } from '../../../src-shared/desk/intents.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { itemsLabel } from '../../format/intent-labels.ts'
import { useAction } from '../../parts/use-action.ts'
import { NEXT_LABELS } from '../../state/intent-fix.ts'
import { resolveIntent } from '../../state/intents.ts'
import { recheckPitches } from '../../state/outreach.ts'
import { openResend, skippedItems } from '../../state/resend-store.ts'
import { isAtRest, recheckLabel, skippedLabel } from './outreach-labels.ts'
import { ResendDialog } from './resend-dialog.tsx'

type Props = { readonly intent: IntentWithItems; readonly onNew?: ((intentId: string) => void) | undefined }

/** Resends the pitches that the service skipped, corrected first; suppressed people are left out. */
export const ResendSkipped = ({ intent, onNew }: Props) => {
  const skipped = skippedItems(intent).length
  const canResend = skipped > 0 && isAtRest(intent)
  useCommands('Activity', [
    {
      id: 'intents.resend',
      title: `${NEXT_LABELS.resend} the skipped pitches`,
      icon: IconPencilShare,
      keys: ['r', 'e'],
      isEnabled: () => canResend,
      run: () => void openResend(intent),
    },
  ])
  if (!canResend) return null
  return (
    <>
      <Button leftSection={<IconPencilShare size={14} />} onClick={() => void openResend(intent)}>
        {NEXT_LABELS.resend}
      </Button>
      <Text span c="dimmed">
        {skippedLabel(skippedItems(intent))}
      </Text>
      <ResendDialog intentId={intent.id} onNew={onNew} />
    </>
  )
}

/** Pitches with an unknown outcome: the outbox is checked first, and nothing is sent again on a guess. */
export const CheckOutbox = ({ intent }: Pick<Props, 'intent'>) => {
  const [found, setFound] = useState<CallOutput<'outreach.recheck'> | null>(null)
  const { isBusy, run } = useAction()
  const unknown = intent.items.filter(({ state }) => state === 'unknown').map(({ item }) => item)
  const check = async () => {
    const reply = await run(recheckPitches(intent.id))
    if (reply.ok) setFound(reply.value)
  }
  useCommands('Activity', [
    {
      id: 'intents.look',
      title: 'Check the outbox again',
      icon: IconEye,
      keys: ['l'],
      isEnabled: () => unknown.length > 0 && !isBusy,
      run: check,
    },
  ])
  if (unknown.length === 0 && found === null) return null
  const decide = (as: 'confirmed' | 'failed') => void resolveIntent({ id: intent.id, items: unknown, as })
  return (
    <Paper component="section" p="sm" bg="var(--bad-ground)" aria-label="Unknown outcome">
      <Stack gap="xs">
        {unknown.length === 0 ? null : (
          <div>
            <strong>{itemsLabel('queue', unknown.length)} may have been queued.</strong> The answer was lost. The outbox
            shows which pitches arrived; only pitches that are not in it can be sent again.
          </div>
        )}
        {found === null ? null : <div role="status">{recheckLabel(found)}</div>}
        {unknown.length === 0 ? null : (
          <Group>
            <Button leftSection={<IconEye size={14} />} loading={isBusy} onClick={() => void check()}>
              Check again
            </Button>
            <Button variant="default" onClick={() => decide('confirmed')}>
              {unknown.length === 1 ? 'It was queued' : 'They were queued'}
            </Button>
            <Button variant="default" onClick={() => decide('failed')}>
              {unknown.length === 1 ? 'It was not' : 'They were not'}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
