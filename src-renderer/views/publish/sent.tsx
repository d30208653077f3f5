import { Button } from '@mantine/core'
import { BrandBadge } from '../../components/brand-badge.tsx'
import { Panel } from '../../components/panel.tsx'
import { go } from '../../store/location.ts'
import { useDesk } from '../../store/use-desk.ts'
import { IntentBody } from '../intents/intent-body.tsx'
import { clearDraft, setDraft, useDraft } from './draft.ts'
import css from './publish.module.css'

const SHOWN_MAX = 30

const One = ({ id, onNew }: { readonly id: string; readonly onNew: (id: string) => void }) => {
  const intent = useDesk('intents.get', { id }).value
  return (
    <Panel title={intent === undefined ? 'Act' : <BrandBadge brandId={intent.brandId} size="md" />}>
      <div className={css.sentBody}>
        <IntentBody id={id} onNew={onNew} />
      </div>
    </Panel>
  )
}

/** What becomes of it, brand by brand and article by article. */
export const Sent = () => {
  const intentIds = useDraft((state) => state.intentIds)
  return (
    <div className={css.sent}>
      <div className={css.buttons}>
        <Button variant="default" onClick={clearDraft}>
          Publish something else
        </Button>
        <Button variant="default" onClick={() => go({ view: 'calendar' })}>
          Open the calendar
        </Button>
        <Button variant="default" onClick={() => go({ view: 'intents' })}>
          Open the activity
        </Button>
      </div>
      {intentIds.slice(0, SHOWN_MAX).map((id) => (
        <One key={id} id={id} onNew={(fresh) => setDraft({ intentIds: [fresh, ...intentIds] })} />
      ))}
      {intentIds.length > SHOWN_MAX ? (
        <p className={css.soft}>{intentIds.length - SHOWN_MAX} more stand in the activity.</p>
      ) : null}
    </div>
  )
}
