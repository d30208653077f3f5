import { WINDOW_DAYS } from '../../../src-shared/desk/values/figures.ts'
import { toDay } from '../../base/clock.ts'
import { saveConflicts } from '../../cannibalisation/public.ts'
import { ingestRankWindow, saveRankMoves } from '../../rankings/public.ts'
import type { DatasetContext, SyncDataset } from './dataset.ts'
import { addDays, createTopKeywords, isEmptyList, storeDay, type TopKeywords } from './top-keywords.ts'

/** Search data comes late: so many days before today may still have none. */
export const LATE_DAYS = 3

/** The newest day that the service has: today, or up to three days before. An empty day is not stored as the truth. */
const syncNewestDay = async (
  context: DatasetContext,
  topKeywords: TopKeywords,
  today: string,
): Promise<string | undefined> => {
  for (let back = 0; back <= LATE_DAYS; back += 1) {
    const day = addDays(today, -back)
    const first = await topKeywords.firstPage({ startDate: day, endDate: day })
    if (isEmptyList(first)) continue
    await storeDay(context, topKeywords, { day, first, isOften: true })
    // Moves come from days that are over.
    if (day < today) await saveRankMoves(context.store, { brandId: context.brandId, slice: context.slice })
    return day
  }
  return undefined
}

/** The 28 days until the newest one that is over and has data, vs the 28 before: a day that has none yet would count as a loss. */
const syncWindow = (
  { brandId, slice, store }: DatasetContext,
  topKeywords: TopKeywords,
  { today, newest }: { readonly today: string; readonly newest: string | undefined },
): Promise<number> => {
  const yesterday = addDays(today, -1)
  const lastDay = newest === undefined || newest > yesterday ? yesterday : newest
  return topKeywords.sync({
    period: { startDate: addDays(lastDay, 1 - WINDOW_DAYS), endDate: lastDay, compare: true },
    isOften: true,
    ingest: (page) => ingestRankWindow(store, { brandId, slice, lastDay, ...page }, [page.body]),
  })
}

export const syncRankings: SyncDataset = async (context) => {
  const today = toDay(context.clock.now())
  context.progress(0, 2)
  const topKeywords = createTopKeywords(context)
  const newest = await syncNewestDay(context, topKeywords, today)
  context.changed(['history'])
  context.progress(1, 2)
  const rows = await syncWindow(context, topKeywords, { today, newest })
  await saveConflicts(context.store, { brandId: context.brandId })
  context.changed(['rankings'])
  context.progress(2, 2)
  return rows
}
