// What the rules look at: a brand's days, its topics, what was done, and its devices and countries where they are stored.
import { hash } from 'node:crypto'
import { DEFAULT_SLICE, type Slice } from '../../../src-shared/desk/slice.ts'
import { recentEvents } from '../../annotations/public.ts'
import { DAY_MS } from '../../base/clock.ts'
import { isSlugInPage } from '../../base/page-slugs.ts'
import { clusterNames } from '../../clusters/public.ts'
import {
  brandAddresses,
  columnsOfSlice,
  findSlice,
  listSlices,
  textsOfSlice,
  type WholeSpan,
  wholeSpan,
} from '../../rankings/public.ts'
import { findBrandNo } from '../../store/cache-brands.ts'
import type { ReadableDb } from '../../store/db.ts'
import { type BrandSums, brandSums, CAUSE_DAYS } from '../rules/brand-sums.ts'
import { createShiftsAt, type ShiftsAt } from '../rules/shifts.ts'
import type { Action, BrandFacts, SliceDays } from '../rules/situation.ts'
import { topicsOf } from '../rules/topics.ts'

export type Source = {
  readonly brandId: string
  readonly brandNo: number
  readonly slice: number
  readonly span: WholeSpan
  /** Changes with anything that the causes are worked out from, but other brands. */
  readonly stamp: string
}

/** Actions that were done longer ago explain no drop that is seen now. */
const ACTION_DAYS = 45

type Event = ReturnType<typeof recentEvents>[number]
const eventsOf = (db: ReadableDb, brandId: string, span: WholeSpan): readonly Event[] =>
  recentEvents(db, brandId, (span.last - ACTION_DAYS) * DAY_MS)

/** Null where no whole day is stored. */
export const sourceOf = (db: ReadableDb, brandId: string): Source | null => {
  const slice = findSlice(db, brandId, DEFAULT_SLICE)
  const span = slice === undefined ? null : wholeSpan(db.cache, slice, CAUSE_DAYS)
  const brandNo = findBrandNo(db, brandId)
  if (slice === undefined || span === null || brandNo === null) return null
  const events = eventsOf(db, brandId, span).map(({ kind, atMs, subject }) => [kind, atMs, subject])
  const inputs = JSON.stringify([span.stamp, events, clusterNames(db, brandNo)])
  return { brandId, brandNo, slice, span, stamp: hash('sha1', inputs, 'base64url') }
}

const daysOf = (db: ReadableDb, slice: number, span: WholeSpan): BrandSums =>
  brandSums({
    firstDay: span.first,
    known: Array.from({ length: span.last - span.first + 1 }, (_, at) => span.known.has(span.first + at)),
    keywords: columnsOfSlice(db.cache, { slice, span }),
  })

/** A fallen audit is one of the site; what else was done is of pages, or of the brand. */
const actionOf = (event: Event, addresses: ReadonlyMap<number, string>): Action | null => {
  const { kind, subject, scoreChange } = event
  const action = { day: Math.floor(event.atMs / DAY_MS), text: event.text() }
  if (kind === 'permission' || kind === 'model') return { ...action, pages: null }
  if (kind === 'audit') return (scoreChange ?? 0) < 0 ? { ...action, pages: null } : null
  if (subject === undefined || (kind !== 'published' && kind !== 'scheduled' && kind !== 'unpublished')) return null
  const pages = [...addresses].filter(([, address]) => isSlugInPage(subject, address)).map(([page]) => page)
  return { ...action, pages: new Set(pages) }
}

const isOneCut = ({ device, country, searchType, universe }: Slice): boolean =>
  (device === null) !== (country === null) &&
  searchType === DEFAULT_SLICE.searchType &&
  universe === DEFAULT_SLICE.universe

/** The stored devices and countries that have the newest day of the brand. Each is read when a rule asks for it. */
const slicesOf = (db: ReadableDb, { brandId, span }: Source, keywords: BrandSums['keywords']): SliceDays[] =>
  listSlices(db, { brandId })
    .filter(isOneCut)
    .flatMap((cut): SliceDays[] => {
      const slice = findSlice(db, brandId, cut)
      const own = slice === undefined ? null : wholeSpan(db.cache, slice, CAUSE_DAYS)
      if (slice === undefined || own === null || own.last !== span.last) return []
      let read: ShiftsAt | undefined
      const shiftsAt: ShiftsAt = (onset) => {
        read ??= inOrder(daysOf(db, slice, own), keywords)
        return read(onset)
      }
      const of = cut.device === null ? ('country' as const) : ('device' as const)
      return [{ of, name: cut.device ?? cut.country ?? '', shiftsAt }]
    })

/** The slice's keywords in the order of the brand's. */
const inOrder = (slice: BrandSums, keywords: BrandSums['keywords']): ShiftsAt => {
  const shiftsAt = createShiftsAt(slice)
  const places = new Map(slice.keywords.map(({ keyword }, index) => [keyword, index]))
  return (onset) => {
    const shifts = shiftsAt(onset)
    return shifts === null ? null : keywords.map(({ keyword }) => shifts[places.get(keyword) ?? -1] ?? null)
  }
}

export const inputsOf = (db: ReadableDb, source: Source): { readonly brand: BrandSums; readonly facts: BrandFacts } => {
  const { brandId, brandNo, slice, span } = source
  const brand = daysOf(db, slice, span)
  const texts = new Map(textsOfSlice(db.cache, 'keywords', slice))
  const addresses = brandAddresses(db.cache, brandNo)
  return {
    brand,
    facts: {
      brandId,
      topics: topicsOf(
        clusterNames(db, brandNo),
        brand.keywords.map(({ keyword }) => texts.get(keyword) ?? ''),
      ),
      actions: eventsOf(db, brandId, span).flatMap((event) => actionOf(event, addresses) ?? []),
      slices: slicesOf(db, source, brand.keywords),
    },
  }
}
