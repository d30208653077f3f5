import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { itemsLabel } from '../format/intent-labels.ts'
import { plural } from '../format/numbers.ts'
import { pitchesIn, useHeldBack, useIsSendingHeld } from '../state/intents.ts'
import { go } from '../state/location.ts'
import { openDialog } from '../state/ui.ts'
import { Bar as Line } from './bar.tsx'

const Bar = () => {
  const actions = useHeldBack()
  return (
    <Line
      isStrong
      isOneLine
      label="All sending is paused"
      textRole="status"
      icon={<IconHandStop size={16} aria-hidden />}
      actions={
        <>
          {actions.length === 0 ? null : (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => go({ view: 'activity', scope: 'all', params: { open: actions[0]?.id ?? '' } })}
            >
              View
            </Button>
          )}
          <Button variant="default" size="compact-sm" onClick={() => openDialog('let-go')}>
            Resume sending …
          </Button>
        </>
      }
    >
      <strong>All sending is paused</strong>
      {actions.length === 0
        ? ': no pitches held yet'
        : `: ${plural(actions.length, 'action')} held · ${itemsLabel('queue', pitchesIn(actions))}`}
    </Line>
  )
}

/** Says that no pitch leaves the desk, wherever the person is, until sending is resumed. */
export const HeldAll = () => (useIsSendingHeld() ? <Bar /> : null)
