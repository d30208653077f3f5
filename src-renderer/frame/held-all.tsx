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
    <section className={classes.bar} data-all aria-label="All sends are held">
      <IconHandStop size={16} aria-hidden />
      <span className={classes.text} role="status">
        <strong>All sends are held</strong>
        {acts.length === 0
          ? ': nothing waits yet'
          : `: ${plural(acts.length, 'act')} ${acts.length === 1 ? 'waits' : 'wait'} · ${itemWords('queue', pitchesIn(acts))}`}
      </span>
      <span className={classes.actions}>
        {acts.length === 0 ? null : (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => go({ view: 'intents', scope: 'all', params: { open: acts[0]?.id ?? '' } })}
          >
            Look
          </Button>
        )}
        <Button variant="default" size="compact-sm" onClick={() => openDialog('let-go')}>
          Let them go …
        </Button>
      </span>
    </section>
  )
}

/** Says that no pitch leaves the desk, wherever the person is, until they let them go. */
export const HeldAll = () => (useIsSendingHeld() ? <Bar /> : null)
