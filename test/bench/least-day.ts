// The least work that a first page as of an earlier day takes: both periods summed up from packed days, sorted, and cut. What
// the desk does besides is to keep the sums for the next page, to filter by anything, and to let others in between.
import Database from 'better-sqlite3'
import { dayNumber } from '../../src-main/base/clock.ts'
import { readSpans } from '../../src-main/rankings/queries/rank-packed.ts'
import { createDayReader } from '../../src-main/rankings/rules/day-columns.ts'

const PERIOD_DAYS = 28
const PAGE = 50

/** Opens the cache, and gives the work. Keywords of a slice have numbers one after the other. */
export const openLeastDay = (cacheFile: string, day: string): { run: () => unknown; close: () => void } => {
  const cache = new Database(cacheFile, { readonly: true })
  cache.pragma('cache_size = -32000')
  const slices = cache.prepare('SELECT id FROM rank_slice').pluck().all() as number[] // the one column
  const read = createDayReader()
  const sumsOf = (slice: number, to: number) => {
    let [clicks, impressions, weighted] = [new Float64Array(0), new Float64Array(0), new Float64Array(0)]
    for (const { data } of readSpans(cache, [{ slice, from: to - PERIOD_DAYS + 1, to }])) {
      const { count, column } = read(data)
      const of = { positions: column('positions'), clicks: column('clicks'), impressions: column('impressions') }
      if (clicks.length < count)
        [clicks, impressions, weighted] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)]
      for (let row = 0; row < count; row += 1) {
        const shown = of.impressions[row] ?? 0
        clicks[row] = (clicks[row] ?? 0) + (of.clicks[row] ?? 0)
        impressions[row] = (impressions[row] ?? 0) + shown
        weighted[row] = (weighted[row] ?? 0) + (of.positions[row] ?? 0) * shown
      }
    }
    return Array.from(weighted, (sum, row) => ({
      slice,
      row,
      position: sum / (impressions[row] ?? 1),
      clicks: clicks[row],
    }))
  }
  const last = dayNumber(day)
  return {
    run: () =>
      [last, last - PERIOD_DAYS].map((to) =>
        slices
          .flatMap((slice) => sumsOf(slice, to))
          .sort((one, other) => one.position - other.position)
          .slice(0, PAGE),
      ),
    close: () => void cache.close(),
  }
}
