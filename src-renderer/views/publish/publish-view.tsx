import { useEffect } from 'react'
import { useCommands } from '../../commands/use-commands.ts'
import { Page } from '../../parts/panel.tsx'
import { useBrands } from '../../state/brands.ts'
import { setParams, useParams, useScope } from '../../state/location.ts'
import { clearDraft, setDraft, setSlugs, useDraft } from '../../state/publish-draft.ts'
import { Welcome } from '../brands/welcome.tsx'
import { Compose } from './compose.tsx'
import { OtherBrand } from './other-brand.tsx'
import { Review } from './review.tsx'
import { Sent } from './sent.tsx'

const STEPS = { compose: Compose, review: Review, sent: Sent } as const
const NOTES = {
  compose: '1 of 3 · compose',
  review: '2 of 3 · review, nothing is sent yet',
  sent: '3 of 3 · results',
} as const

/** Starts with the brand in view, and with the action and the article that the address names. */
const useStart = () => {
  const scope = useScope()
  const { act, slug } = useParams()
  useEffect(() => {
    const { step, brandIds, slugs } = useDraft.getState()
    const hasSlugs = Object.values(slugs).some((each) => each.length > 0)
    if (step === 'compose' && scope !== 'all' && !hasSlugs && !(brandIds.length === 1 && brandIds[0] === scope))
      setDraft({ brandIds: [scope] })
  }, [scope])
  useEffect(() => {
    if (act === 'unpublish' || act === 'unschedule' || act === 'schedule' || act === 'publish') {
      setDraft({ kind: act, step: 'compose' })
      setParams({ act: '' })
    }
    if (slug !== undefined && scope !== 'all') {
      setDraft({ brandIds: [scope] })
      setSlugs(scope, [slug])
      setParams({ slug: '' })
    }
  }, [act, slug, scope])
}

/** Publish, schedule, unschedule and unpublish for one brand or many: compose, review, results. */
export const PublishView = () => {
  useStart()
  const step = useDraft((state) => state.step)
  const isBare = useBrands((state) => state.isLoaded && state.list.length === 0)
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
  const Step = STEPS[step]
  return (
    <Page title="Publish" note={NOTES[step]}>
      <OtherBrand />
      <Step key={step} />
    </Page>
  )
}
