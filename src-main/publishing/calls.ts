import type { CallOutput, Handlers, ParsedInput } from '../../src-shared/desk/contract.ts'
import { cleanSlug, slugProblem } from '../../src-shared/desk/values/slugs.ts'
import { type Clock, DAY_MS, dayFromNumber, dayNumber, toDay } from '../base/clock.ts'
import { invalidField } from '../base/invalid-field.ts'
import { isSlugInPage, slugOfPage } from '../base/page-slugs.ts'
import { createAssertUsable, type UsableDeps } from '../brands/assert-usable.ts'
import type { Emit } from '../desk.ts'
import type { Journal } from '../journal/journal.ts'
import type { IntentRequest } from '../journal/new-intent.ts'
import { readBrandPages } from '../rankings/public.ts'
import { againIfStale, readPositionNow } from '../store/read-position.ts'
import type { Store } from '../store/store.ts'
import { createArticleList } from './articles.ts'
import { assertAccepted, type ChecksDeps, createWarnings } from './checks.ts'
import { assertFuture, type PublishingKind } from './kinds.ts'
import { createMove } from './move.ts'
import { type TargetedInput, targetsOf } from './targets.ts'
import { createUnschedule } from './unschedule.ts'

type Slugs = { readonly slugs: readonly string[]; readonly slugField: (index: number) => string }

/** Throws `invalid` with the field of the first text that cannot be part of an address, and the slug to use instead. */
const assertSlugs = (brandName: string, { slugs, slugField }: Slugs): void => {
  for (const [index, slug] of slugs.entries()) {
    const problem = slugProblem(slug)
    if (problem === null) continue
    const clean = cleanSlug(slug)
    const offer = clean === '' ? '' : ` Use "${clean}" instead.`
    throw invalidField(
      slugField(index),
      problem,
      `${brandName}: "${slug}" cannot be a slug. ${problem}${offer} Nothing was sent.`,
    )
  }
}

export type PublishingDeps = ChecksDeps &
  UsableDeps & {
    readonly store: Store
    readonly clock: Clock
    readonly emit: Emit
    readonly journal: Pick<Journal, 'submit' | 'replace' | 'mutex'>
  }

type PublishingCalls =
  | 'check'
  | 'publish'
  | 'schedule'
  | 'unschedule'
  | 'schedules'
  | 'unpublish'
  | 'calendar'
  | 'settle'
  | 'slugs'
  | 'articles'
  | 'space'
  | 'move'
  | 'marks'
type Action = TargetedInput & { readonly holdSeconds?: number | undefined; readonly accept: readonly string[] }
type Mark = CallOutput<'publishing.marks'>['marks'][number]

/** Ranked pages read for one list of slugs or marks. */
const PAGES_MAX = 20_000
/** The shared table that the warnings are read from. */
const CHECKED = ['article']

export const createPublishingHandlers = (deps: PublishingDeps): Pick<Handlers, `publishing.${PublishingCalls}`> => {
  const { store, clock, emit, journal, book } = deps
  const assertUsable = createAssertUsable(deps)
  const warnings = createWarnings(deps)

  /** One intent per brand, all stored before any is sent. */
  const submit = async (kind: PublishingKind, input: Action, details: IntentRequest['details']) => {
    const targets = targetsOf(input)
    const isChecked = kind === 'publish' || kind === 'schedule'
    const readPosition = isChecked ? readPositionNow(store, CHECKED) : undefined
    for (const target of targets) assertUsable(target)
    if (isChecked) {
      for (const target of targets) assertSlugs(book.get(target.brandId).name, target)
      const publishAtMs = typeof details.publishAt === 'string' ? Date.parse(details.publishAt) : undefined
      assertAccepted(await warnings(targets, { provider: String(details.provider), publishAtMs }), input.accept)
    }
    const { holdSeconds } = input
    const intentIds = await journal.submit(
      targets.map(({ brandId, slugs }) => {
        return { kind, brandId, details, holdSeconds, items: slugs.map((label) => ({ label, payload: {} })) }
      }),
      undefined,
      readPosition,
    )
    return { intentId: intentIds[0] ?? '', intentIds }
  }

  /** One intent for each article, all stored before any is sent. */
  const space = async ({ brandId, slots, provider, status, holdSeconds, accept }: ParsedInput<'publishing.space'>) => {
    const slugs = slots.map(({ articleSlug }) => articleSlug)
    const target = { brandId, slugs, brandField: 'brandId', slugField: (index: number) => `slots.${index}.articleSlug` }
    const readPosition = readPositionNow(store, CHECKED)
    assertUsable(target)
    assertSlugs(book.get(brandId).name, target)
    for (const { publishAt } of slots) assertFuture(publishAt, clock.now())
    const found = await Promise.all(
      slots.map(({ articleSlug, publishAt }, index) =>
        warnings([{ ...target, slugs: [articleSlug], slugField: () => target.slugField(index) }], {
          provider,
          publishAtMs: Date.parse(publishAt),
        }),
      ),
    )
    assertAccepted(found.flat(), accept)
    const intentIds = await journal.submit(
      slots.map(({ articleSlug, publishAt }) => {
        const details = { provider, status, publishAt }
        return { kind: 'schedule', brandId, details, holdSeconds, items: [{ label: articleSlug, payload: {} }] }
      }),
      undefined,
      readPosition,
    )
    return { intentId: intentIds[0] ?? '', intentIds }
  }

  const move = createMove({
    store,
    clock,
    journal,
    assertUsable,
    assertFree: async ({ brandId, articleSlug, provider }, publishAtMs, accept) => {
      const target = { brandId, slugs: [articleSlug], brandField: 'entryId', slugField: () => 'publishAt' }
      assertAccepted(await warnings([target], { provider, publishAtMs }), ['duplicate', 'wrong-brand', ...accept])
    },
  })

  const { unschedule, schedules } = createUnschedule({ store, clock, book, journal, assertUsable })

  const listSlugs = async ({ brandId, search, limit }: ParsedInput<'publishing.slugs'>) => {
    const needle = search.trim().toLowerCase()
    const [published, delivered, pages] = await Promise.all([
      store.read('articles.slugs', { brandId, search: needle, limit }),
      store.read('articles.deliveredSlugs', { brandId, search: needle, limit }),
      readBrandPages(store, { brandId, search: needle, limit: PAGES_MAX }),
    ])
    const ranked = pages.flatMap((page) => slugOfPage(page) ?? []).filter((slug) => slug.toLowerCase().includes(needle))
    const seen = new Map<string, CallOutput<'publishing.slugs'>['slugs'][number]['seenIn']>()
    const add = (slugs: readonly string[], seenIn: 'delivery' | 'publish' | 'ranked-page') => {
      for (const slug of slugs) if (!seen.has(slug)) seen.set(slug, seenIn)
    }
    add(delivered, 'delivery')
    add(published, 'publish')
    add(ranked, 'ranked-page')
    return { slugs: Array.from(seen, ([articleSlug, seenIn]) => ({ articleSlug, seenIn })).slice(0, limit) }
  }

  const listMarks = async ({ brandId, keyword }: ParsedInput<'publishing.marks'>): Promise<{ marks: Mark[] }> => {
    const out = await store.read('articles.out', { brandId })
    if (out.length === 0) return { marks: [] }
    const pages = await readBrandPages(store, { brandId, search: '', limit: PAGES_MAX, keyword })
    const marks = out.map(({ slug, atMs }) => {
      return { day: toDay(atMs), articleSlug: slug, page: pages.find((page) => isSlugInPage(slug, page)) ?? null }
    })
    return { marks: keyword === undefined ? marks : marks.filter(({ page }) => page !== null) }
  }

  return {
    'publishing.check': async (input) => {
      const targets = targetsOf(input)
      for (const target of targets) assertSlugs(book.get(target.brandId).name, target)
      const publishAtMs = input.publishAt === undefined ? undefined : Date.parse(input.publishAt)
      const placed = await warnings(targets, { provider: input.provider, publishAtMs })
      return { warnings: placed.map(({ warning }) => warning) }
    },
    'publishing.publish': ({ provider, status, ...input }) =>
      againIfStale(() => submit('publish', input, { provider, status })),
    'publishing.schedule': ({ provider, status, publishAt, ...input }) => {
      assertFuture(publishAt, clock.now())
      return againIfStale(() => submit('schedule', input, { provider, status, publishAt }))
    },
    'publishing.unschedule': (input) => againIfStale(() => unschedule(input)),
    'publishing.schedules': schedules,
    'publishing.unpublish': ({ provider, ...input }) => submit('unpublish', input, { provider }),
    'publishing.calendar': async ({ brandIds, from, to, perDay }) => {
      const fromMs = dayNumber(from) * DAY_MS
      const untilMs = (dayNumber(to) + 1) * DAY_MS
      const span = { brandIds, fromMs, untilMs, nowMs: clock.now() }
      if (perDay === undefined) return { entries: await store.read('articles.calendar', span), more: [] }
      const { entries, more } = await store.read('articles.calendarDays', { ...span, perDay })
      return { entries, more: more.map(({ day, count }) => ({ day: dayFromNumber(day), count })) }
    },
    'publishing.settle': async ({ entryId, entryIds, isOut }) => {
      const numbers = [...new Set(entryIds ?? [entryId ?? ''])].map((id) => Number(id.slice('article_'.length)))
      const { brandIds } = await store.write('articles.settle', { numbers, isOut, nowMs: clock.now() })
      emit('changed', { brandIds, datasets: ['articles'] })
      return {}
    },
    'publishing.space': (input) => againIfStale(() => space(input)),
    'publishing.move': (input) => againIfStale(() => move(input)),
    'publishing.articles': createArticleList(deps),
    'publishing.slugs': listSlugs,
    'publishing.marks': listMarks,
  }
}
