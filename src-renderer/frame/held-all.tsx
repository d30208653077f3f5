import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { itemWords } from '../format/intent-words.ts'
import { plural } from '../format/numbers.ts'
import { go } from '../state/location.ts'
import { pitchesIn, useIsSendingHeld, useKeptBack } from '../state/sending.ts'
import { openDialog } from '../state/ui.ts'
import classes from './hold-bar.module.css'

const Bar = () => {
  const acts = useKeptBack()
  return (
    <section className={classes.bar} data-all aria-label="All sending is paused">
      <IconHandStop size={16} aria-hidden />
      <span className={classes.text} role="status">
        <strong>All sending is paused</strong>
        {acts.length === 0
          ? ': no pitches held yet'
          : `: ${plural(acts.length, 'action')} held · ${itemWords('queue', pitchesIn(acts))}`}
      </span>
      <span className={classes.actions}>
        {acts.length === 0 ? null : (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => go({ view: 'intents', scope: 'all', params: { open: acts[0]?.id ?? '' } })}
          >
            View
          </Button>
        )}
        <Button variant="default" size="compact-sm" onClick={() => openDialog('let-go')}>
          Resume sending …
        </Button>
      </span>
    </section>
  )
}

/** Says that no pitch leaves the desk, wherever the person is, until they let them go. */
export const HeldAll = () => (useIsSendingHeld() ? <Bar /> : null)
