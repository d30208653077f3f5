import { Button } from '@mantine/core'
import { setCompose, useCompose } from '../../state/compose.ts'
import { newDraft } from '../../state/compose-docs.ts'
import { go, setParams } from '../../state/location.ts'
import { SentIntents } from '../intents/sent-intents.tsx'
import css from './compose.module.css'

const another = async (): Promise<void> => {
  await newDraft()
  setParams({ doc: '' })
}

/** Results, brand by brand and pitch by pitch. */
export const QueuedStep = () => {
  const intentIds = useCompose((state) => state.intentIds)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={css.queued} tabIndex={0} aria-label="Results">
      <div className={css.queuedHead}>
        <Button variant="default" onClick={() => void another()}>
          New pitch
        </Button>
        <Button variant="default" onClick={() => setCompose({ step: 'write' })}>
          Edit message
        </Button>
        <Button variant="default" onClick={() => go({ view: 'outbox' })}>
          Open outbox
        </Button>
        <Button variant="default" onClick={() => go({ view: 'intents' })}>
          Open Activity
        </Button>
      </div>
      <SentIntents intentIds={intentIds} onNew={(fresh) => setCompose({ intentIds: [fresh, ...intentIds] })} />
    </section>
  )
}
