import { Button, Group, Stack } from '@mantine/core'
import { go } from '../../state/location.ts'
import { clearDraft, setDraft, useDraft } from '../../state/publish-draft.ts'
import { SentIntents } from '../intents/sent-intents.tsx'

/** Results, brand by brand and article by article. */
export const Sent = () => {
  const intentIds = useDraft((state) => state.intentIds)
  return (
    <Stack gap="md" maw={900}>
      <Group>
        <Button variant="default" onClick={clearDraft}>
          New action
        </Button>
        <Button variant="default" onClick={() => go({ view: 'calendar' })}>
          Open calendar
        </Button>
        <Button variant="default" onClick={() => go({ view: 'intents' })}>
          Open Activity
        </Button>
      </Group>
      <SentIntents intentIds={intentIds} onNew={(fresh) => setDraft({ intentIds: [fresh, ...intentIds] })} />
    </Stack>
  )
}
