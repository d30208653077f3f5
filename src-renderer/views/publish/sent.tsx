import { Button } from '@mantine/core'
import { go } from '../../state/location.ts'
import { clearDraft, setDraft, useDraft } from '../../state/publish-draft.ts'
import { SentIntents } from '../intents/sent-intents.tsx'
import css from './publish.module.css'

/** Results, brand by brand and article by article. */
export const Sent = () => {
  const intentIds = useDraft((state) => state.intentIds)
  return (
    <div className={css.sent}>
      <div className={css.buttons}>
        <Button variant="default" onClick={clearDraft}>
          New action
        </Button>
        <Button variant="default" onClick={() => go({ view: 'calendar' })}>
          Open calendar
        </Button>
        <Button variant="default" onClick={() => go({ view: 'intents' })}>
          Open Activity
        </Button>
      </div>
      <SentIntents intentIds={intentIds} onNew={(fresh) => setDraft({ intentIds: [fresh, ...intentIds] })} />
    </div>
  )
}
