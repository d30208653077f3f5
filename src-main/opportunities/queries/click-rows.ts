// The keywords of a brand's review window, as the rules take them.
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { brandedOf } from '../../cannibalisation/public.ts'
import { findSlice, pagesOfSlices, SLICE_SPAN, type WindowKeyword, windowKeywords } from '../../rankings/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import type { ClickRow } from '../rules/click-row.ts'

export type NamedRow = ClickRow & { readonly text: string }

const toRow = (isBranded: (keyword: string) => boolean, row: WindowKeyword): NamedRow => {
  const { id, text, clicks, impressions, position, clicksBefore, impressionsBefore, positionBefore } = row
  const before =
    clicksBefore === null || impressionsBefore === null
      ? null
      : {
          clicks: Math.max(0, clicksBefore),
          impressions: Math.max(0, impressionsBefore),
          position: positionBefore === null ? null : Math.max(1, positionBefore),
        }
  return { keyword: id, text, isBranded: isBranded(text), now: { clicks, impressions, position }, before }
}

/** The page that searchers saw most often, by keyword. */
export const topPages = (db: ReadableDb, slice: number): ReadonlyMap<number, number> => {
  const seen = new Map<number, number>()
  const pages = new Map<number, number>()
  for (const { id, url, measures } of pagesOfSlices(db.cache, [slice])) {
    const keyword = id % SLICE_SPAN
    const impressions = measures[1] ?? 0
    if (impressions <= (seen.get(keyword) ?? 0)) continue
    seen.set(keyword, impressions)
    pages.set(keyword, url)
  }
  return pages
}

const somePage = (db: ReadableDb, slice: number): number => {
  for (const { url } of pagesOfSlices(db.cache, [slice])) return url
  return 0
}

type Place = { readonly brandId: string; readonly slice: Slice }

/** None where the window of this slice was never read. */
export const clickRows = (db: ReadableDb, { brandId, slice }: Place): NamedRow[] => {
  const no = findSlice(db, brandId, slice)
  if (no === undefined) return []
  const isBranded = brandedOf(db, brandId, somePage(db, no))
  return windowKeywords(db.cache, no).map((row) => toRow(isBranded, row))
}
