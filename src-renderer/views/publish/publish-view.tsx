import { Button, Group, Stack } from '@mantine/core'
import { useEffect } from 'react'
import { titleOfSlug } from '../../../src-shared/desk/values/slugs.ts'
import { PROVIDER_NAMES } from '../../../src-shared/service/providers.ts'
import { isTyping } from '../../commands/focus.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { plural } from '../../format/numbers.ts'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/panel.tsx'
import { useHasNoBrands } from '../../state/brands.ts'
import { go, setParams, useParams, useScope } from '../../state/location.ts'
import {
  clearDraft,
  isUnscheduleFrom,
  openStep,
  type PublishStep,
  setDraft,
  startChosen,
  useDraft,
  useStep,
} from '../../state/publish-draft.ts'
import { Welcome } from '../brands/welcome.tsx'
import { SentIntents } from '../intents/sent-intents.tsx'
import { Articles } from './articles.tsx'
import { Compose, KINDS } from './compose.tsx'
import { Review } from './review.tsx'

const REASONS_SHOWN = 5

/** Results, brand by brand and article by article. */
const Sent = () => {
  const intentIds = useDraft((state) => state.intentIds)
  return (
    <Stack gap="md" maw={900}>
      <Group>
        <Button variant="default" onClick={() => openStep('list')}>
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

/** The platform takes no password or token of the service any more: nothing in the draft corrects that. */
const REFUSED = /\banswered 40[13]\b/

/** What failed before and is corrected now. */
const FailedBefore = () => {
  const failed = useDraft((state) => state.failed)
  const provider = useDraft((state) => state.provider)
  if (failed.length === 0) return null
  const isRefused = failed.every(({ reason }) => REFUSED.test(reason ?? ''))
  return (
    <Notice tone="bad">
      <strong>{plural(failed.length, 'article')} failed.</strong>{' '}
      {isRefused
        ? `${PROVIDER_NAMES[provider]} refused the sign-in, which the service keeps. Renew it there, then send again.`
        : 'The reasons are below. Fix them here or at the service, then send again.'}
      <ul>
        {failed.slice(0, REASONS_SHOWN).map(({ label, reason }) => (
          <li key={label} style={{ overflowWrap: 'anywhere' }}>
            {titleOfSlug(label)}: {reason ?? 'The service did not say why.'}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const STEPS = { compose: Compose, review: Review, sent: Sent } as const
const NOTES = {
  compose: 'Step 1 of 3: choose articles',
  review: 'Step 2 of 3: review, nothing is sent yet',
  sent: 'Step 3 of 3: results',
} as const

/** Starts with the action and the article that the address names. */
const useStart = () => {
  const scope = useScope()
  const { action, slug, from } = useParams()
  useEffect(() => {
    const kind = KINDS.find((one) => one === action)
    const only = { kind: kind ?? 'publish', from: from !== undefined && isUnscheduleFrom(from) ? from : null }
    if (slug !== undefined && scope !== 'all')
      startChosen({ ...only, brandIds: [scope], slugs: { [scope]: [slug] } }, 'compose', true)
    else if (action !== undefined) {
      if (kind !== undefined) setDraft(only)
      setParams({ action: '', slug: '', from: '', step: 'compose' })
    }
  }, [action, slug, from, scope])
}

/** From a step to the one before it. What is being typed is kept: a field takes it when it loses the focus. */
const leave = (step: PublishStep): void => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  openStep(step === 'review' ? 'compose' : 'list')
}

/** Escape in a field: the list of known articles that is open below it closes first. */
const isLeaving = ({ key, target, defaultPrevented }: KeyboardEvent): boolean =>
  key === 'Escape' &&
  !defaultPrevented &&
  isTyping(target) &&
  !(target instanceof Element && target.getAttribute('aria-expanded') === 'true')

/** Publish, schedule, unschedule and unpublish for one brand or many: compose, review, results. */
export const PublishView = () => {
  useStart()
  const step = useStep()
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
      id: 'publish.leave',
      title: 'Back to the step before',
      keys: ['escape'],
      isKeyOnly: true,
      isEnabled: () => step !== 'list',
      run: () => leave(step),
    },
  ])
  if (isBare) return <Welcome />
  if (step === 'list') return <Articles />
  const Step = STEPS[step]
  return (
    <Page
      note={NOTES[step]}
      actions={
        step === 'compose' ? (
          <Button variant="default" title="Esc" onClick={() => leave(step)}>
            Back to the articles
          </Button>
        ) : null
      }
    >
      <Stack gap="md" onKeyDown={(event) => isLeaving(event.nativeEvent) && leave(step)}>
        <FailedBefore />
        <Step key={step} />
      </Stack>
    </Page>
  )
}
