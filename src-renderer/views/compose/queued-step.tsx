import { Button, Group } from '@mantine/core'
import { plural } from '../../format/numbers.ts'
import { setCompose, useCompose } from '../../state/compose.ts'
import { go } from '../../state/location.ts'
import { SentIntents } from '../intents/sent-intents.tsx'
import css from './compose.module.css'
import { startNewDraft } from './new-draft.ts'

/** Results, brand by brand and pitch by pitch. */
export const QueuedStep = () => {
  const intentIds = useCompose((state) => state.intentIds)
  // A document that keeps its id was not queued as a whole.
  const left = useCompose(({ doc, people }) => (doc.kind === 'draft' && doc.id !== null ? people.length : 0))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={`${css.scroll} ${css.results}`} tabIndex={0} aria-label="Results">
      <Group>
        <Button variant="default" onClick={() => void startNewDraft()}>
          New pitch
        </Button>
        <Button variant="default" onClick={() => setCompose({ step: 'write' })}>
          {left === 0 ? 'Edit message' : `Resolve ${plural(left, 'pitch', 'pitches')} in the draft`}
        </Button>
        <Button variant="default" onClick={() => go({ view: 'outbox' })}>
          Open outbox
        </Button>
        <Button variant="default" onClick={() => go({ view: 'intents' })}>
          Open Activity
        </Button>
      </Group>
      <SentIntents intentIds={intentIds} onNew={(fresh) => setCompose({ intentIds: [fresh, ...intentIds] })} />
    </section>
  )
}
