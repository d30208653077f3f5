import { Button, Group, Stack } from '@mantine/core'
import { useEffect } from 'react'
import { useCommands } from '../../commands/use-commands.ts'
import { plural } from '../../format/numbers.ts'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/panel.tsx'
import { brandName, useBrand, useHasNoBrands } from '../../state/brands.ts'
import { go, setParams, setScope, useParams, useScope } from '../../state/location.ts'
import { clearDraft, isUnscheduleFrom, setDraft, setSlugs, useDraft } from '../../state/publish-draft.ts'
import { Welcome } from '../brands/welcome.tsx'
import { SentIntents } from '../intents/sent-intents.tsx'
import { Articles } from './articles.tsx'
import { Compose } from './compose.tsx'
import { Review } from './review.tsx'

/** Results, brand by brand and article by article. */
const Sent = () => {
  const intentIds = useDraft((state) => state.intentIds)
  return (
    <Stack gap="md" maw={900}>
      <Group>
        <Button variant="default" onClick={clearDraft}>
          Back to the articles
        </Button>
        <Button variant="default" onClick={() => go({ view: 'calendar' })}>
          Open calendar
        </Button>
        <Button variant="default" onClick={() => go({ view: 'activity' })}>
          Open Activity
        </Button>
      </Group>
      <SentIntents intentIds={intentIds} onNew={(fresh) => setDraft({ intentIds: [fresh, ...intentIds] })} />
    </Stack>
  )
}

/** Warns that the draft is for other brands than the one in view, before anything is sent for the wrong one. */
const OtherBrand = () => {
  const scope = useScope()
  const brand = useBrand(scope)
  const { brandIds, step } = useDraft()
  const [first] = brandIds
  if (brand === undefined || first === undefined || step === 'sent' || step === 'list' || brandIds.includes(scope))
    return null
  const whose = brandIds.length === 1 ? brandName(first) : plural(brandIds.length, 'other brand')
  return (
    <Notice
      tone="bad"
      role="alert"
      actions={
        <>
          <Button variant="default" onClick={() => setDraft({ brandIds: [scope], step: 'compose' })}>
            Compose for {brand.name}
          </Button>
          <Button variant="default" onClick={() => setScope(brandIds.length === 1 ? first : 'all')}>
            Go to {whose}
          </Button>
        </>
      }
    >
      <strong>This is for {whose},</strong> while {brand.name} is the brand in view.
    </Notice>
  )
}

const STEPS = { compose: Compose, review: Review, sent: Sent } as const
const NOTES = {
  compose: '1 of 3 · compose',
  review: '2 of 3 · review, nothing is sent yet',
  sent: '3 of 3 · results',
} as const

/** Starts with the brand in view, and with the action and the article that the address names. */
const useStart = () => {
  const scope = useScope()
  const { action, slug, from } = useParams()
  useEffect(() => {
    const { step, brandIds, slugs } = useDraft.getState()
    const hasSlugs = Object.values(slugs).some((each) => each.length > 0)
    if (
      (step === 'compose' || step === 'list') &&
      scope !== 'all' &&
      !hasSlugs &&
      !(brandIds.length === 1 && brandIds[0] === scope)
    )
      setDraft({ brandIds: [scope] })
  }, [scope])
  useEffect(() => {
    if (action === 'unpublish' || action === 'unschedule' || action === 'schedule' || action === 'publish') {
      setDraft({ kind: action, step: 'compose', from: from !== undefined && isUnscheduleFrom(from) ? from : null })
      setParams({ action: '', from: '' })
    }
    if (slug !== undefined && scope !== 'all') {
      setDraft({ brandIds: [scope], step: 'compose' })
      setSlugs(scope, [slug])
      setParams({ slug: '' })
    }
  }, [action, slug, from, scope])
}

/** Publish, schedule, unschedule and unpublish for one brand or many: compose, review, results. */
export const PublishView = () => {
  useStart()
  const step = useDraft((state) => state.step)
  const isBare = useHasNoBrands()
  useCommands('Publish', [
    {
      id: 'publish.review',
      title: 'Review the draft',
      keys: ['mod+enter'],
      isEnabled: () => step === 'compose',
      run: () => [...document.querySelectorAll('button')].find((each) => each.textContent === 'Review')?.click(),
    },
    { id: 'publish.clear', title: 'Clear the draft', run: clearDraft },
    {
      id: 'publish.change',
      title: 'Back to composing',
      keys: ['escape'],
      isKeyOnly: true,
      isEnabled: () => step === 'review',
      run: () => setDraft({ step: 'compose' }),
    },
  ])
  if (isBare) return <Welcome />
  if (step === 'list') return <Articles />
  const Step = STEPS[step]
  return (
    <Page note={NOTES[step]}>
      <OtherBrand />
      <Step key={step} />
    </Page>
  )
}
