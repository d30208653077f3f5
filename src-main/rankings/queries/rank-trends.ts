// Trends of all rows of a page come by one statement that reads each packed day of their slices once: a page of 60 rows
// has 1,680 positions.
import type { ReadableDb } from '../../store/db.ts'
import { findRow } from '../rules/packed-day.ts'
import { readSpans } from './rank-packed.ts'
import { SLICE_SPAN } from './rank-slices.ts'

export type TrendRow = { readonly id: number; readonly newestDay: number | null }

/** Positions of the last days of each row, oldest first; null where it did not rank or no day is cached. */
export const trendsOf = ({ cache }: ReadableDb, rows: readonly TrendRow[], days: number): (number | null)[][] => {
  const trends = rows.map(() => new Array<number | null>(days).fill(null))
  if (days === 0) return trends
  const wanted = rows.flatMap(({ id, newestDay }, index) =>
    newestDay === null ? [] : [{ slice: Math.floor(id / SLICE_SPAN), keyword: id % SLICE_SPAN, newestDay, index }],
  )
  const bySlice = Map.groupBy(wanted, ({ slice }) => slice)
  const spans = Array.from(bySlice, ([slice, [first]]) => {
    const to = first?.newestDay ?? 0
    return { slice, from: to - days + 1, to }
  })
  for (const { slice, day, data } of readSpans(cache, spans)) {
    for (const { keyword, newestDay, index } of bySlice.get(slice) ?? []) {
      const trend = trends[index]
      const position = findRow(data, keyword)?.position ?? null
      if (trend !== undefined && position !== null) trend[day - (newestDay - days + 1)] = position / 1000
    }
  }
  return trends
}
