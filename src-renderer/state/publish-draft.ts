// Drafts of publishing. Each scope has its own, and the articles that were chosen there have one beside the list that was
// typed: neither replaces the other, or anything of another brand. The address says which one is in view, and at which step.
import { create } from 'zustand'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { slugProblem } from '../../src-shared/desk/values/slugs.ts'
import { isProvider, type Provider } from '../../src-shared/service/providers.ts'
import { ask } from '../data/desk.ts'
import type { PublishKind } from '../format/intent-labels.ts'
import { plural } from '../format/numbers.ts'
import { instantOf } from '../format/zones.ts'
import { go, type Place, type Scope, setParams, useLocation, useParams, useScope } from './location.ts'

/** The most articles of one brand in one action. */
const SLUGS_MAX = 500

export type Draft = {
  readonly kind: PublishKind
  readonly brandIds: readonly string[]
  readonly provider: Provider
  /** Of an unschedule: where it ends what an article is scheduled for; null: nobody said. */
  readonly from: Provider | 'every' | null
  readonly status: 'publish' | 'draft'
  readonly slugs: Readonly<Record<string, readonly string[]>>
  /** Clock time in the view's zone. */
  readonly day: string
  readonly time: string
  readonly intentIds: readonly string[]
  /** Articles that failed before, each with the reason: what is corrected here. */
  readonly failed: readonly { readonly label: string; readonly reason: string | null }[]
}

const EMPTY: Draft = {
  kind: 'publish',
  brandIds: [],
  provider: 'wordpress',
  from: null,
  status: 'publish',
  slugs: {},
  day: '',
  time: '09:00',
  intentIds: [],
  failed: [],
}

export const isUnscheduleFrom = (text: string): text is Provider | 'every' => text === 'every' || isProvider(text)

type Drafts = ReadonlyMap<string, Draft>
const useDrafts = create<Drafts>()(() => new Map())
const set = (key: string, draft: Draft): void => useDrafts.setState((drafts) => new Map(drafts).set(key, draft), true)

/** Of articles that were chosen, in the address; a typed list has none. */
const CHOSEN = 'chosen'
const keyOf = ({ scope, params }: Pick<Place, 'scope' | 'params'>): string => `${scope} ${params.of ?? ''}`

const starts = new Map<Scope, Draft>()
/** For the brand in view; the same object each time. */
const startOf = (scope: Scope): Draft => {
  const start = starts.get(scope) ?? (scope === 'all' ? EMPTY : { ...EMPTY, brandIds: [scope] })
  starts.set(scope, start)
  return start
}

/** The draft in view. */
export const draftHere = (): Draft => {
  const here = useLocation.getState()
  return useDrafts.getState().get(keyOf(here)) ?? startOf(here.scope)
}
const whole = (draft: Draft): Draft => draft
export function useDraft(): Draft
export function useDraft<Selected>(select: (draft: Draft) => Selected): Selected
export function useDraft(select: (draft: Draft) => unknown = whole): unknown {
  const [scope, params] = [useScope(), useParams()]
  return useDrafts((drafts) => select(drafts.get(keyOf({ scope, params })) ?? startOf(scope)))
}
/** The list of this scope that was typed, whatever is in view. */
export const useTypedDraft = (): Draft => {
  const scope = useScope()
  return useDrafts((drafts) => drafts.get(keyOf({ scope, params: {} })) ?? startOf(scope))
}

export const setDraft = (change: Partial<Draft>): void =>
  set(keyOf(useLocation.getState()), { ...draftHere(), ...change })

/** A new one; the kind and the provider are likely the same again. */
export const clearDraft = (): void => {
  const { kind, provider, status } = draftHere()
  const { scope } = useLocation.getState()
  setDraft({ ...startOf(scope), kind, provider, status })
}

export const setSlugs = (brandId: string, slugs: readonly string[]): void =>
  setDraft({ slugs: { ...draftHere().slugs, [brandId]: slugs } })

/** `list`: the known articles, to choose from. */
export type PublishStep = 'list' | 'compose' | 'review' | 'sent'

/** Each step is one of the browser's, so that Back leaves it; a tab of the place leads to the list. */
export const openStep = (step: PublishStep): void => {
  const { of = '' } = useLocation.getState().params
  go({ view: 'articles', params: { ...(step === 'list' ? {} : { step, ...(of !== '' && { of }) }) } })
}
export const openTyped = (): void => go({ view: 'articles', params: { step: 'compose' } })

/** Begins with these articles, beside what was typed; the scope stays. */
export const startChosen = (
  change: Partial<Draft> & Pick<Draft, 'kind' | 'brandIds' | 'slugs'>,
  step: 'compose' | 'review',
  isReplacing = false,
): void => {
  const { scope } = useLocation.getState()
  const params = { step, of: CHOSEN }
  set(keyOf({ scope, params }), { ...startOf(scope), ...change })
  if (isReplacing) setParams({ ...params, action: '', slug: '', from: '' })
  else go({ view: 'articles', params })
}

/**
 * For what is being sent from the draft in view, also where the person is elsewhere when the answer comes: what was sent is
 * in no draft any more, so that nothing is sent twice, and its results take the place of the review.
 */
export const sendingHere = (): ((intentIds: readonly string[]) => void) => {
  const { scope, params } = useLocation.getState()
  const key = keyOf({ scope, params })
  const { kind, provider, status } = draftHere()
  return (intentIds) => {
    set(key, { ...startOf(scope), kind, provider, status, intentIds })
    const now = useLocation.getState()
    if (now.view === 'articles' && keyOf(now) === key) setParams({ step: 'sent' })
  }
}

/** The step that the address names, as far as the draft has what it needs. */
export const useStep = (): PublishStep => {
  const { step, action } = useParams()
  const draft = useDraft()
  if (step === 'sent') return draft.intentIds.length > 0 ? 'sent' : 'list'
  if (step === 'review' && articleCount(targetsOf(draft)) > 0) return 'review'
  return step === 'compose' || step === 'review' || action !== undefined ? 'compose' : 'list'
}

export type Target = { readonly brandId: string; readonly articleSlugs: readonly string[] }

/** Brands that have articles, in the order chosen. */
export const targetsOf = ({ brandIds, slugs }: Pick<Draft, 'brandIds' | 'slugs'>): readonly Target[] =>
  brandIds.flatMap((brandId) => {
    const articleSlugs = slugs[brandId] ?? []
    return articleSlugs.length === 0 ? [] : [{ brandId, articleSlugs }]
  })

export const articleCount = (targets: readonly Target[]): number =>
  targets.reduce((sum, target) => sum + target.articleSlugs.length, 0)

export const publishAtOf = ({ day, time }: Pick<Draft, 'day' | 'time'>, zone: string): number | null =>
  instantOf({ day, time }, zone)?.ms ?? null

/** Why the draft cannot be reviewed yet: one sentence, and its field. */
export type Problem = { readonly field: 'brands' | 'slugs' | 'time'; readonly text: string }

/** Slugs that no address can have. What is published already can be unpublished under any. */
export const badSlugsOf = ({ kind, slugs }: Pick<Draft, 'kind' | 'slugs'>, brandId: string): readonly string[] =>
  kind === 'publish' || kind === 'schedule' ? (slugs[brandId] ?? []).filter((slug) => slugProblem(slug) !== null) : []

type Around = { readonly zone: string; readonly nowMs: number; readonly nameOf: (brandId: string) => string }

export const problemsOf = (draft: Draft, { zone, nowMs, nameOf }: Around): readonly Problem[] => {
  const problems: Problem[] = []
  if (draft.brandIds.length === 0) problems.push({ field: 'brands', text: 'Choose a brand.' })
  const bare = draft.brandIds.filter((id) => (draft.slugs[id] ?? []).length === 0)
  if (bare.length > 0)
    problems.push({
      field: 'slugs',
      text:
        bare.length <= 3
          ? `No article yet for ${bare.map(nameOf).join(', ')}.`
          : `No article yet for ${plural(bare.length, 'brand')}.`,
    })
  const full = draft.brandIds.filter((id) => (draft.slugs[id] ?? []).length > SLUGS_MAX)
  for (const id of full)
    problems.push({ field: 'slugs', text: `${nameOf(id)}: at most ${SLUGS_MAX} articles at once.` })
  for (const id of draft.brandIds) {
    const count = badSlugsOf(draft, id).length
    if (count > 0) problems.push({ field: 'slugs', text: `${nameOf(id)}: fix ${plural(count, 'slug')}.` })
  }
  if (draft.kind === 'schedule') {
    const at = publishAtOf(draft, zone)
    if (at === null) problems.push({ field: 'time', text: 'Choose a day and a time.' })
    else if (at <= nowMs) problems.push({ field: 'time', text: 'This time has passed: choose a later time.' })
  }
  return problems
}

/** The input of the calls that check and do it. */
export const requestOf = (draft: Draft, zone: string) => {
  const targets = targetsOf(draft).map(({ brandId, articleSlugs }) => ({ brandId, articleSlugs: [...articleSlugs] }))
  const at = draft.kind === 'schedule' ? publishAtOf(draft, zone) : null
  return {
    targets,
    provider: draft.provider,
    from: draft.from,
    status: draft.status,
    publishAt: at === null ? null : new Date(at).toISOString(),
  }
}

/** Above this number of brands, the person types the number. */
export const MANY_BRANDS = 10

/** What the person types to confirm; null: nothing. */
export const wordToType = (
  kind: PublishKind,
  targets: readonly Target[],
  nameOf: (brandId: string) => string,
): string | null => {
  if (targets.length > MANY_BRANDS) return String(targets.length)
  if (kind === 'publish' || kind === 'schedule') return null
  const [only] = targets
  return targets.length === 1 && only !== undefined ? nameOf(only.brandId) : String(targets.length)
}

// Articles that are chosen from the list of a brand, and when they are to be published. Another brand begins with none chosen.
export type Picker = {
  readonly brandId: string
  readonly search: string
  /** Slugs in the order in which they were chosen. */
  readonly picked: readonly string[]
  readonly provider: Provider
  /** Clock time in the view's zone; an empty day: tomorrow. */
  readonly day: string
  readonly time: string
  readonly everyDays: number
  readonly isWeekdaysOnly: boolean
}

const NO_PICK: Picker = {
  brandId: '',
  search: '',
  picked: [],
  provider: 'wordpress',
  day: '',
  time: '09:00',
  everyDays: 2,
  isWeekdaysOnly: true,
}

export const usePicker = create<Picker>()(() => NO_PICK)
export const setPicker = (change: Partial<Picker>): void => usePicker.setState(change)

/** Chooses the brand; what was chosen for another one is gone. */
export const pickFor = (brandId: string): void =>
  usePicker.setState((picker) => (picker.brandId === brandId ? picker : { ...picker, brandId, search: '', picked: [] }))

type Choice = { readonly brandId: string; readonly articleSlug: string; readonly provider: Provider | null }

export const togglePick = ({ brandId, articleSlug, provider }: Choice): void => {
  if (usePicker.getState().brandId !== brandId) usePicker.setState({ brandId, picked: [] })
  usePicker.setState(({ picked }) => ({
    ...(provider !== null && picked.length === 0 ? { provider } : {}),
    picked: picked.includes(articleSlug) ? picked.filter((one) => one !== articleSlug) : [...picked, articleSlug],
  }))
}

/** Chooses these articles of one brand, and no other; one alone begins with a day of its own. */
export const pickArticles = (articles: readonly Choice[]): void => {
  const [first] = articles
  if (first === undefined) return
  const { brandId, provider } = first
  const picked = articles.map(({ articleSlug }) => articleSlug)
  setPicker({ brandId, picked, ...(provider && { provider }), ...(picked.length === 1 && { day: '' }) })
}

/** Provider, zone and rhythm are likely the same again. */
export const clearPicks = (): void => usePicker.setState({ picked: [], search: '' })

export const scheduleSlots = (input: CallInput<'publishing.space'>) => ask('publishing.space', input)
