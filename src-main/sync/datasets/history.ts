import { toDay } from '../../base/clock.ts'
import { saveConflicts } from '../../cannibalisation/public.ts'
import { ingestRankPeriod, readMissingDays, saveRankMoves } from '../../rankings/public.ts'
import type { DatasetContext, SyncDataset } from './dataset.ts'
import { LATE_DAYS } from './rankings.ts'
import { addDays, createTopKeywords, isEmptyList, storeDay, type TopKeywords } from './top-keywords.ts'

/** Views are notified now and then, not for each of 365 days. */
const NOTIFY_EVERY_DAYS = 10

/** Each period as the service sums it up, in one listing. */
const syncPeriods = async (context: DatasetContext): Promise<number> => {
  const { brandId, slice, periods, store, progress, changed } = context
  const topKeywords = createTopKeywords(context)
  let rows = 0
  progress(0, periods.length)
  for (const [index, period] of periods.entries()) {
    const { from: startDate, to: endDate } = period
    rows += await topKeywords.sync({
      period: { startDate, endDate },
      ingest: (page) => ingestRankPeriod(store, { brandId, slice, period, ...page }, [page.body]),
    })
    progress(index + 1, periods.length)
  }
  changed(['history'])
  return rows
}

/** Missing days before today, newest first; returns how many were filled. */
const fillDays = async (context: DatasetContext, topKeywords: TopKeywords, days: number): Promise<number> => {
  const { brandId, slice, store, clock, progress, changed } = context
  const today = toDay(clock.now())
  const [from, to] = [addDays(today, 1 - days), addDays(today, -1)]
  const missing = from > to ? [] : await readMissingDays(store, { brandId, slice, from, to })
  const stillLate = addDays(today, -LATE_DAYS)
  let filled = 0
  progress(0, missing.length)
  for (const [index, day] of missing.entries()) {
    const first = await topKeywords.firstPage({ startDate: day, endDate: day })
    if (day < stillLate || !isEmptyList(first)) {
      await storeDay(context, topKeywords, { day, first })
      filled += 1
    }
    progress(index + 1, missing.length)
    if ((index + 1) % NOTIFY_EVERY_DAYS === 0) changed(['history'])
  }
  return filled
}

/**
 * Filled days stay where a later one fails. An empty day is stored as empty once it is too old for late data, so that it
 * is not requested again.
 */
export const syncHistory: SyncDataset = async (context) => {
  if (context.periods.length > 0) return syncPeriods(context)
  const { brandId, slice, store, changed } = context
  const topKeywords = createTopKeywords(context)
  let filled = 0
  for (let days = 0; days < context.historyDays; ) {
    days = context.historyDays
    filled += await fillDays(context, topKeywords, days)
  }
  await saveRankMoves(store, { brandId, slice })
  await saveConflicts(store, { brandId })
  if (filled > 0) changed(['history'])
  return filled
}
