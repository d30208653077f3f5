import { Button } from '@mantine/core'
import { BrandBadge } from '../../components/brand-badge.tsx'
import { Panel } from '../../components/panel.tsx'
import { setCompose, useCompose } from '../../store/compose.ts'
import { newDraft } from '../../store/compose-docs.ts'
import { go, setParams } from '../../store/location.ts'
import { useDesk } from '../../store/use-desk.ts'
import { IntentBody } from '../intents/intent-body.tsx'
import css from './compose.module.css'

const SHOWN_MAX = 30

const One = ({ id, onNew }: { readonly id: string; readonly onNew: (id: string) => void }) => {
  const intent = useDesk('intents.get', { id }).value
  return (
    <Panel title={intent === undefined ? 'Act' : <BrandBadge brandId={intent.brandId} size="md" />}>
      <div className={css.queuedBody}>
        <IntentBody id={id} onNew={onNew} />
      </div>
    </Panel>
  )
}

const another = async (): Promise<void> => {
  await newDraft()
  setParams({ doc: '' })
}

/** What becomes of it, brand by brand and pitch by pitch. */
export const QueuedStep = () => {
  const intentIds = useCompose((state) => state.intentIds)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={css.queued} tabIndex={0} aria-label="What becomes of it">
      <div className={css.queuedHead}>
        <Button variant="default" onClick={() => void another()}>
          Write another
        </Button>
        <Button variant="default" onClick={() => setCompose({ step: 'write' })}>
          Back to these words
        </Button>
        <Button variant="default" onClick={() => go({ view: 'outbox' })}>
          Open the outbox
        </Button>
        <Button variant="default" onClick={() => go({ view: 'intents' })}>
          Open the activity
        </Button>
      </div>
      {intentIds.slice(0, SHOWN_MAX).map((id) => (
        <One key={id} id={id} onNew={(fresh) => setCompose({ intentIds: [fresh, ...intentIds] })} />
      ))}
      {intentIds.length > SHOWN_MAX ? (
        <p className={css.soft}>{intentIds.length - SHOWN_MAX} more stand in the activity.</p>
      ) : null}
    </section>
  )
}
