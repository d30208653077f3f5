import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { addressesOf, columnsOfKeyword, findKeyword, type KeywordColumns, readOnce } from '../../rankings/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import { freshAsOf } from '../../store/freshness.ts'
import { type AdvicePage, adviceOf } from '../rules/advice.ts'
import { type Conflict, conflictOf, type WindowPage } from '../rules/conflict.ts'
import { mainPages, runsOf } from '../rules/page-runs.ts'
import { stripOf } from '../rules/strip.ts'
import { brandedOf, sourceOf, windowPages } from './conflicts.ts'

type Output = CallOutput<'cannibalisation.keyword'>
type Input = ParsedInput<'cannibalisation.keyword'>

const NOTHING: Output = {
  conflict: null,
  strip: null,
  points: [],
  segments: [],
  window: [],
  advice: adviceOf(null, null),
  freshAsOf: null,
}

/** How many keywords each of these pages ranks for. */
const keywordsByPage = (windows: ReadonlyMap<number, readonly WindowPage[]>): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const pages of windows.values())
    for (const { page, position } of pages) if (position !== null) counts.set(page, (counts.get(page) ?? 0) + 1)
  return counts
}

type Names = (page: number) => string

const conflictOutput = (conflict: Conflict, first: number, nameOf: Names): NonNullable<Output['conflict']> => {
  const [a, b] = conflict.pages
  const named = (page: typeof a) => ({ ...page, page: nameOf(page.page) })
  const since = conflict.since === null ? null : dayFromNumber(first + conflict.since)
  return { ...conflict, pages: [named(a), named(b)], since }
}

const pointsOf = (days: KeywordColumns, first: number, known: ReadonlySet<number>, nameOf: Names): Output['points'] =>
  Array.from(days.pages, (page, at) => ({ at, page, position: days.positions[at] ?? 0 }))
    .filter(({ at }) => known.has(first + at))
    .map(({ at, page, position }) => ({
      day: dayFromNumber(first + at),
      page: page === 0 || position === 0 ? null : nameOf(page),
      position: position === 0 ? null : Math.round(position * 1000) / 1000,
      clicks: days.clicks[at] ?? 0,
      impressions: days.impressions[at] ?? 0,
    }))

/** One keyword, worked out from its days now; nothing for one that was never seen. */
export const conflictKeyword = (db: ReadableDb, { brandId, keyword, days: length }: Input): Output =>
  readOnce(db, () => {
    const source = sourceOf(db, brandId, length)
    const id = findKeyword(db, brandId, keyword)
    if (source === null || id === undefined) return NOTHING
    const { slice, span } = source
    const days = columnsOfKeyword(db.cache, { slice, span }, id)
    const windows = windowPages(db.cache, slice)
    const window = windows.get(id) ?? []
    const mains = mainPages(days)
    const isBranded = brandedOf(db, brandId, mains[0] ?? 0)(keyword)
    const conflict = conflictOf({ days, window, isBranded })
    const shown = conflict === null ? mains : conflict.pages.map(({ page }) => page)
    const names = addressesOf(db.cache, [...days.pages, ...window.map(({ page }) => page)])
    const nameOf = (page: number) => names.get(page) ?? ''
    const counts = keywordsByPage(windows)
    const othersOf = (page: number) => (counts.get(page) ?? 0) - (window.some((one) => one.page === page) ? 1 : 0)
    const advised = conflict?.pages.map(
      (page): AdvicePage => ({ ...page, address: nameOf(page.page), otherKeywords: Math.max(0, othersOf(page.page)) }),
    )
    const [a, b] = advised ?? []
    return {
      conflict: conflict === null ? null : conflictOutput(conflict, span.first, nameOf),
      strip: {
        from: dayFromNumber(span.first),
        days: stripOf(days, shown, (at) => span.known.has(span.first + at)),
      },
      points: pointsOf(days, span.first, span.known, nameOf),
      segments: runsOf(days, shown).map(({ page, from, to, days: count }) => ({
        page: nameOf(page),
        from: dayFromNumber(span.first + from),
        to: dayFromNumber(span.first + to),
        days: count,
      })),
      window: window
        .toSorted((one, other) => other.clicks - one.clicks || other.impressions - one.impressions)
        .map(({ page, ...rest }) => ({ page: nameOf(page), ...rest, otherKeywords: Math.max(0, othersOf(page)) })),
      advice: adviceOf(conflict, a === undefined || b === undefined ? null : [a, b]),
      freshAsOf: freshAsOf(db, 'rankings', [brandId]),
    }
  })
