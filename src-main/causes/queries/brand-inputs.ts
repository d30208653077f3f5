// What the rules look at: a brand's days, its topics, what was done, and its devices and countries where they are stored.
import { hash } from 'node:crypto'
import { DEFAULT_SLICE, type Slice } from '../../../src-shared/desk/values/slice.ts'
import { type RecentEvent, recentEvents } from '../../annotations/public.ts'
import { DAY_MS } from '../../base/clock.ts'
import { isSlugInPage } from '../../base/page-slugs.ts'
import { clusterNames, clusterPrints } from '../../clusters/public.ts'
import {
  type ArrayRoom,
  brandAddresses,
  findSlice,
  foldedOfSlice,
  type KnownSpan,
  listSlices,
  matrixOfSlice,
  stampedSpan,
  type WholeStamp,
  wholeSpan,
  wholeStamps,
} from '../../rankings/public.ts'
import { findBrandNo } from '../../store/cache-brands.ts'
import type { ReadableDb } from '../../store/db.ts'
import { actionText } from '../rules/action-text.ts'
import { type BrandSums, brandSums, CAUSE_DAYS, type PositionSums, positionSums } from '../rules/brand-sums.ts'
import { createShiftsAt, type ShiftsAt } from '../rules/shifts.ts'
import type { Action, BrandFacts, SliceDays } from '../rules/situation.ts'
import { type Topic, topicsOf } from '../rules/topics.ts'

/** Its stamp changes with anything that the causes are worked out from, but other brands. */
export type Source = WholeStamp & { readonly events: readonly RecentEvent[] }
/** The same as a message to another thread. */
export type SentSource = WholeStamp & {
  readonly events: readonly (Omit<RecentEvent, 'text'> & { readonly text: string })[]
}
/** Of one brand, with its days. */
export type OwnSource = Source & { readonly span: KnownSpan }

/** Another number has the causes of all brands worked out again: for rules that changed. */
const RULES = 11

/** Actions that were done longer ago explain no drop that is seen now. */
const ACTION_DAYS = 45
/** What may be a cause. */
const ACTION_KINDS = ['published', 'scheduled', 'unpublished', 'permission', 'model', 'audit'] as const

const withInputs = (db: ReadableDb, found: readonly WholeStamp[]): Source[] => {
  if (found.length === 0) return []
  const fromMs = (last: number) => (last - ACTION_DAYS) * DAY_MS
  const ids = found.map(({ brandId }) => brandId)
  const since = fromMs(Math.min(...found.map(({ last }) => last)))
  const events = recentEvents(db, { brandIds: ids, kinds: ACTION_KINDS, fromMs: since })
  const topics = clusterPrints(
    db,
    found.map(({ brandNo }) => brandNo),
  )
  return found.map(({ stamp, ...place }) => {
    const own = (events.get(place.brandId) ?? []).filter(({ atMs }) => atMs >= fromMs(place.last))
    const done = own.map(({ kind, atMs, subject }) => [kind, atMs, subject])
    const inputs = JSON.stringify([RULES, stamp, done, topics.get(place.brandNo)])
    return { ...place, events: own, stamp: hash('sha1', inputs, 'base64url') }
  })
}

/** Of those brands that have a whole day; in one look, as after a sync each of them may have changed. */
export const sourcesOf = (db: ReadableDb, brandIds: readonly string[]): Source[] =>
  withInputs(db, wholeStamps(db.cache, { brandIds, slice: DEFAULT_SLICE, length: CAUSE_DAYS }))

export const toSent = ({ events, ...source }: Source): SentSource => ({
  ...source,
  events: events.map((event) => ({ ...event, text: event.text() })),
})
const fromSent = ({ events, ...source }: SentSource): Source => ({
  ...source,
  events: events.map((event) => ({ ...event, text: () => event.text })),
})

/**
 * Undefined where no whole day is stored. `looked`: as a look at many brands found it a moment ago. If it changed since, its
 * stamp is an old one, and the next look finds it stale.
 */
export const sourceOf = (db: ReadableDb, brandId: string, looked?: SentSource): OwnSource | undefined => {
  const [brandNo, slice] = [findBrandNo(db, brandId), findSlice(db, brandId, DEFAULT_SLICE)]
  if (brandNo === null || slice === undefined) return undefined
  if (looked?.brandId === brandId && looked.brandNo === brandNo && looked.slice === slice) {
    const span = stampedSpan(db.cache, looked, CAUSE_DAYS)
    return span === null ? undefined : { ...fromSent(looked), span }
  }
  const span = wholeSpan(db.cache, slice, CAUSE_DAYS)
  if (span === null) return undefined
  const [source] = withInputs(db, [{ brandId, brandNo, slice, last: span.last, stamp: span.stamp }])
  return source === undefined ? undefined : { ...source, span }
}

/** As it was on an earlier day; null: no whole day is stored up to then. */
export const sourceAsOf = (db: ReadableDb, source: Source, day: number): OwnSource | null => {
  const span = wholeSpan(db.cache, source.slice, CAUSE_DAYS, day)
  if (span === null) return null
  const { brandId } = source
  const fromMs = (span.last - ACTION_DAYS) * DAY_MS
  const events = recentEvents(db, { brandIds: [brandId], kinds: ACTION_KINDS, fromMs }).get(brandId) ?? []
  return { ...source, last: span.last, events, span }
}

const knownOf = ({ first, last, known }: KnownSpan): boolean[] =>
  Array.from({ length: last - first + 1 }, (_, at) => known.has(first + at))

/** A fallen audit is one of the site; what else was done is of pages, or of the brand. */
const actionOf = (event: RecentEvent, addresses: ReadonlyMap<number, string>): Action | null => {
  const { kind, subject, scoreChange } = event
  const action = { day: Math.floor(event.atMs / DAY_MS), text: event.text() }
  if (kind === 'permission' || kind === 'model') return { ...action, pages: null }
  if (kind === 'audit') return (scoreChange ?? 0) < 0 ? { ...action, pages: null } : null
  if (subject === undefined) return null
  const pages = [...addresses].filter(([, address]) => isSlugInPage(subject, address)).map(([page]) => page)
  return { ...action, text: actionText({ ...action, subject }), pages: new Set(pages) }
}

const isOneCut = ({ device, country, searchType, universe }: Slice): boolean =>
  (device === null) !== (country === null) &&
  searchType === DEFAULT_SLICE.searchType &&
  universe === DEFAULT_SLICE.universe

type Cut = Pick<SliceDays, 'of' | 'name'> & { readonly sums: () => PositionSums }

/** The stored devices and countries that have the newest day of the brand. Each is read when it is asked for. */
export const cutsOf = (db: ReadableDb, { brandId, last }: Source, keywords: Float64Array): Cut[] =>
  listSlices(db, { brandId })
    .filter(isOneCut)
    .flatMap((cut): Cut[] => {
      const slice = findSlice(db, brandId, cut)
      const own = slice === undefined ? null : wholeSpan(db.cache, slice, CAUSE_DAYS, last)
      if (slice === undefined || own === null || own.last !== last) return []
      const of = cut.device === null ? ('country' as const) : ('device' as const)
      const sums = () =>
        positionSums(knownOf(own), matrixOfSlice(db.cache, { slice, span: own, keywords, isPositionsAlone: true }))
      return [{ of, name: cut.device ?? cut.country ?? '', sums }]
    })

const slicesOf = (db: ReadableDb, source: Source, keywords: Float64Array): SliceDays[] =>
  cutsOf(db, source, keywords).map(({ of, name, sums }) => {
    let read: ShiftsAt | undefined
    const shiftsAt: ShiftsAt = (onset) => {
      read ??= createShiftsAt(sums())
      return read(onset)
    }
    return { of, name, shiftsAt }
  })

/** With a room it holds until the next brand is read into it. */
export const daysOf = ({ cache }: ReadableDb, { slice, span }: OwnSource, room?: ArrayRoom): BrandSums =>
  brandSums({ firstDay: span.first, known: knownOf(span), days: matrixOfSlice(cache, { slice, span, room }) }, room)

export const topicsIn = (db: ReadableDb, { brandNo, slice }: Source, keywords: Float64Array): Topic[] => {
  const names = clusterNames(db, brandNo)
  if (names.length === 0) return []
  const folded = new Map(foldedOfSlice(db.cache, slice))
  return topicsOf(
    names,
    Array.from(keywords, (keyword) => folded.get(keyword) ?? ''),
  )
}

const actionsOf = (db: ReadableDb, { brandNo, events }: Source): Action[] => {
  const addresses: ReadonlyMap<number, string> = events.length === 0 ? new Map() : brandAddresses(db.cache, brandNo)
  return events.flatMap((event) => actionOf(event, addresses) ?? [])
}

/** What the rules look at beside the days, for a brand with drops. */
export const factsOf = (
  db: ReadableDb,
  source: Source,
  { keywords, topics }: Pick<BrandFacts, 'topics'> & { readonly keywords: Float64Array },
): BrandFacts => ({
  brandId: source.brandId,
  topics,
  actions: actionsOf(db, source),
  slices: slicesOf(db, source, keywords),
})
