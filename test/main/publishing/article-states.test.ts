// The state of each brand, slug and platform is what a plain model says, in any order of deliveries, their repeats, publishes,
// schedules, drafts and unpublishes.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../../src-main/store/store.ts'
import type { Article } from '../../../src-shared/desk/publishing.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const HOUR_MS = 3_600_000
const START_MS = Date.UTC(2026, 10, 1)
const PROVIDERS = ['webhook', 'ghost', 'wordpress'] as const
type Provider = (typeof PROVIDERS)[number]

type Publish = {
  type: 'publish'
  provider: Provider
  outcome: 'published' | 'draft' | 'kept as draft' | 'unknown' | 'failed'
}
type Schedule = { type: 'schedule'; provider: Provider; inHours: number; isDraft: boolean }
type Op = (Publish | Schedule | { type: 'unpublish'; provider: Provider } | { type: 'deliver'; times: number }) & {
  slug: number
  afterHours: number
}

const firstArticles = async (store: Store, brandId: string, nowMs: number) => {
  const list = { search: '', filter: {}, sort: [], hasAllPages: true, keep: 10_000, workMs: 0 }
  return (await store.read('articles.first', { ...list, brandIds: [brandId], nowMs })).rows
}

// Most on two of them, which report in turn.
const provider = fc.constantFrom(...PROVIDERS, 'webhook' as const, 'ghost' as const)
const place = { slug: fc.constantFrom(0, 0, 0, 1), afterHours: fc.integer({ min: 1, max: 60 }) }
const ops: fc.Arbitrary<Op[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ type: fc.constant('deliver' as const), times: fc.integer({ min: 1, max: 3 }), ...place }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('publish' as const),
        provider,
        outcome: fc.constantFrom(
          'published' as const,
          'published' as const,
          'draft' as const,
          'kept as draft' as const,
          'unknown' as const,
          'failed' as const,
        ),
        ...place,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('schedule' as const),
        provider,
        inHours: fc.integer({ min: 1, max: 100 }),
        isDraft: fc.boolean(),
        ...place,
      }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('unpublish' as const), provider, ...place }) },
  ),
  { minLength: 1, maxLength: 14 },
)

// --- the model: what went out or is to go out on one platform, in the order in which it was asked for

type Going = { atMs: number; isDraft: boolean; state: Article['state']; isConfirmed: boolean }
type Model = Map<string, Going[]>

const keyOf = (slug: number, on: Provider): string => `${slug} ${on}`
const goingsOf = (model: Model, slug: number, on: Provider): Going[] => {
  const key = keyOf(slug, on)
  const found = model.get(key) ?? []
  model.set(key, found)
  return found
}

/** A newer draft, or the published article, replaces an earlier draft. */
const withoutDrafts = (goings: Going[]): void => {
  for (const [at, going] of [...goings.entries()].reverse()) if (going.state === 'draft') goings.splice(at, 1)
}

const STATES = {
  published: 'published',
  draft: 'draft',
  'kept as draft': 'draft',
  unknown: 'unknown',
  failed: 'failed',
} as const

const deliverTo = (model: Model, slug: number, reporting: Provider, nowMs: number): void => {
  const goings = goingsOf(model, slug, reporting)
  const isOut = ({ state, isDraft, atMs }: Going) => !isDraft && atMs <= nowMs && state !== 'failed'
  const [newest] = goings.filter(isOut).toSorted((a, b) => b.atMs - a.atMs || goings.indexOf(b) - goings.indexOf(a))
  if (newest === undefined) {
    withoutDrafts(goings)
    goings.push({ atMs: nowMs, isDraft: false, state: 'published', isConfirmed: true })
  } else if (newest.state !== 'unpublished' && !newest.isConfirmed) {
    withoutDrafts(goings)
    Object.assign(newest, { state: 'published', isConfirmed: true })
  }
}

const step = (model: Model, op: Op, reporting: Provider, nowMs: number): void => {
  if (op.type === 'deliver') {
    deliverTo(model, op.slug, reporting, nowMs)
    return
  }
  const goings = goingsOf(model, op.slug, op.provider)
  if (op.type === 'unpublish') {
    for (const going of goings)
      if (['published', 'draft'].includes(going.state ?? '') || (going.state === 'scheduled' && going.atMs <= nowMs))
        going.state = 'unpublished'
  } else if (op.type === 'publish') {
    const state = STATES[op.outcome]
    if (state === 'published' || state === 'draft') withoutDrafts(goings)
    goings.push({ atMs: nowMs, isDraft: state === 'draft', state, isConfirmed: false })
  } else {
    for (const [at, going] of [...goings.entries()].reverse()) if (going.state === 'scheduled') goings.splice(at, 1)
    const atMs = nowMs + op.inHours * HOUR_MS
    goings.push({ atMs, isDraft: op.isDraft, state: 'scheduled', isConfirmed: false })
  }
}

const shown = ({ state, isConfirmed, atMs, isDraft }: Going, isReporting: boolean, nowMs: number): Article['state'] => {
  if (state === 'published' && isConfirmed) return 'confirmed'
  if (state !== 'scheduled' || atMs >= nowMs) return state
  return isReporting && !isDraft ? 'overdue' : 'due'
}

// --- the desk

const openDesk = async () => {
  const { store } = await tempStore()
  const { id: brandId } = await store.write('brands.insert', newBrand('Acme'))
  return { store, brandId }
}

let intents = 0
type Sent = {
  kind: 'publish' | 'schedule' | 'unpublish'
  label: string
  details: Record<string, string>
  state: 'confirmed' | 'unknown' | 'failed'
  status?: string
}

const send = async (store: Store, brandId: string, { kind, label, details, state, status }: Sent, atMs: number) => {
  intents += 1
  const id = `intent_${intents}`
  const items = [{ batch: 0, label, payload: {} }]
  await store.write('intents.insert', { intents: [{ id, kind, brandId, details, holdMs: 0, items }], atMs })
  await store.write('intents.apply', { id, event: { type: 'begin', batch: 0 }, atMs })
  const result = status === undefined ? {} : { status }
  const outcomes = [{ item: 0, state, reason: null, result }]
  await store.write('intents.apply', { id, event: { type: 'settle', batch: 0, outcomes }, atMs })
}

const delivery = (brandId: string, slug: string, receivedAtMs: number) => ({
  ...{
    brandId,
    slug,
    receivedAtMs,
    event: 'article.published',
    title: null,
    status: 'accepted' as const,
    reason: null,
  },
  ...{ secretUsed: 'current' as const, bytes: 2, path: '/', headers: [], body: '{}' },
})

const perform = async (
  { store, brandId }: Awaited<ReturnType<typeof openDesk>>,
  op: Op,
  label: string,
  atMs: number,
) => {
  if (op.type === 'deliver') {
    for (let at = 0; at < op.times; at += 1)
      await store.write('deliveries.insert', { deliveries: [delivery(brandId, label, atMs + at * 1000)] })
  } else if (op.type === 'unpublish')
    await send(
      store,
      brandId,
      { kind: 'unpublish', label, details: { provider: op.provider }, state: 'confirmed' },
      atMs,
    )
  else if (op.type === 'publish') {
    const details = { provider: op.provider, status: op.outcome === 'draft' ? 'draft' : 'publish' }
    const state = op.outcome === 'unknown' || op.outcome === 'failed' ? op.outcome : 'confirmed'
    const status = op.outcome === 'kept as draft' ? ' Draft' : 'publish'
    await send(store, brandId, { kind: 'publish', label, details, state, status }, atMs)
  } else {
    const publishAt = new Date(atMs + op.inHours * HOUR_MS).toISOString()
    const details = { provider: op.provider, publishAt, status: op.isDraft ? 'draft' : 'publish' }
    await send(store, brandId, { kind: 'schedule', label, details, state: 'confirmed', status: 'scheduled' }, atMs)
  }
}

test.each(['webhook', 'ghost'] as const)(
  'the state of each platform is what the model says, where %s reports',
  async (reporting) => {
    const desk = await openDesk()
    const { store, brandId } = desk
    await store.write('webhooks.saveProviders', { brandId, providers: [reporting] })
    let run = 0
    await fc.assert(
      fc.asyncProperty(ops, async (all) => {
        run += 1
        const model: Model = new Map()
        let nowMs = START_MS
        for (const op of all) {
          nowMs += op.afterHours * HOUR_MS
          step(model, op, reporting, nowMs)
          await perform(desk, op, `r${run}-${op.slug}`, nowMs)
        }
        nowMs += HOUR_MS
        const isOfRun = ({ articleSlug }: { articleSlug: string }) => articleSlug.startsWith(`r${run}-`)
        const keyOfRow = (articleSlug: string, on: string) => `${articleSlug.split('-')[1]} ${on}`
        const shownOf = (key: string, going: Going) => shown(going, key.endsWith(reporting), nowMs)
        // Every entry, and what the list of articles says of each platform.
        const span = { brandIds: [brandId], fromMs: 0, untilMs: 1e14, nowMs }
        const entries = (await store.read('articles.calendar', span)).filter(isOfRun)
        const rows = entries.map((entry) => `${keyOfRow(entry.articleSlug, entry.provider)} ${entry.state}`)
        const wanted = [...model].flatMap(([key, goings]) => goings.map((going) => `${key} ${shownOf(key, going)}`))
        expect(rows.toSorted()).toEqual(wanted.toSorted())
        const articles = (await firstArticles(store, brandId, nowMs)).filter(isOfRun)
        const seen = articles.flatMap(({ articleSlug, providers }) =>
          providers.map((one) => [keyOfRow(articleSlug, one.provider), one.state]),
        )
        const expected = [...model].flatMap(([key, goings]) => {
          const newest = goings.at(-1)
          return newest === undefined ? [] : [[key, shownOf(key, newest)]]
        })
        expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expected))
      }),
      { numRuns: 120 },
    )
  },
)

test.each([[[]], [['ghost', 'wordpress']]] as const)(
  'a delivery that is repeated is one article, where %j report',
  async (providers) => {
    const { store, brandId } = await openDesk()
    await store.write('webhooks.saveProviders', { brandId, providers })
    for (const at of [1, 2, 3])
      await store.write('deliveries.insert', { deliveries: [delivery(brandId, 'tea', START_MS + at * HOUR_MS)] })
    const [article] = await firstArticles(store, brandId, START_MS + 9 * HOUR_MS)
    expect(article?.providers).toMatchObject([
      { provider: 'webhook', state: 'confirmed', at: '2026-11-01T01:00:00.000Z' },
    ])
    const span = { brandIds: [brandId], fromMs: 0, untilMs: 1e14, nowMs: START_MS }
    expect(await store.read('articles.calendar', span)).toHaveLength(1)
  },
)
