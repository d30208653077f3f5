// The page that ranked for a keyword at the end of a day or a period: the days know it, their sums do not. A keyword has
// none on a day on which it did not rank, so a period is looked through from its end.
import type { ReadableDb } from '../../store/db.ts'
import { findRow } from '../rules/packed-day.ts'
import { readPacked } from './rank-packed.ts'
import { addressesOf } from './rank-pages.ts'
import { SLICE_SPAN } from './rank-slices.ts'

/** Days of a period that are looked through, its last ones. */
const LOOK_BACK_DAYS = 7

type Days = { readonly first: number; readonly last: number }

/** Of rows of one slice: numbers of addresses by row. Days that are not cached are passed over. */
const urlsOfSlice = ({ cache }: ReadableDb, slice: number, ids: readonly number[], { first, last }: Days) => {
  const urls = new Map<number, number>()
  const oldest = Math.max(first, last - LOOK_BACK_DAYS + 1)
  for (let day = last; day >= oldest && urls.size < ids.length; day -= 1) {
    const data = readPacked(cache, slice, day)
    if (data === undefined) continue
    for (const id of ids) {
      const page = urls.has(id) ? 0 : (findRow(data, id % SLICE_SPAN)?.page ?? 0)
      if (page !== 0) urls.set(id, page)
    }
  }
  return urls
}

/** By the ids of rows; a row without an entry has no known page. */
export const pagesAtEnd = (db: ReadableDb, ids: readonly number[], days: Days): ReadonlyMap<number, string> => {
  const slices = Map.groupBy(ids, (id) => Math.floor(id / SLICE_SPAN))
  const urls = [...slices].flatMap(([slice, of]) => [...urlsOfSlice(db, slice, of, days)])
  const addresses = addressesOf(
    db.cache,
    urls.map(([, url]) => url),
  )
  return new Map(urls.map(([id, url]) => [id, addresses.get(url) ?? '']))
}
