import { toDay } from '../../base/clock.ts'
import { syncPages } from '../../service-client/sync-pages.ts'
import type { DatasetContext, SyncDataset } from './dataset.ts'
import { addDays, fetchTopKeywords, isEmptyList, storeDay } from './top-keywords.ts'

const WINDOW_DAYS = 28
/** Search data comes late: so many days before today may still have none. */
export const LATE_DAYS = 3

/** The last 28 days vs the 28 before. */
const syncWindow = (context: DatasetContext, today: string): Promise<number> => {
  const { brandId, slice, store } = context
  const period = { startDate: addDays(today, 1 - WINDOW_DAYS), endDate: today, compare: true }
  return syncPages(context, {
    fetchPage: (cursor) => fetchTopKeywords(context, period, cursor),
    ingest: (page) => store.write('rankings.ingestWindow', { brandId, slice, ...page }, [page.body]),
  })
}

/** The newest day that the service has: today, or up to three days before. An empty day is not stored as the truth. */
const syncNewestDay = async (context: DatasetContext, today: string): Promise<void> => {
  for (let back = 0; back <= LATE_DAYS; back += 1) {
    const day = addDays(today, -back)
    const first = await fetchTopKeywords(context, { startDate: day, endDate: day }, undefined)
    if (isEmptyList(first)) continue
    await storeDay(context, day, first)
    await context.store.write('rankings.saveMoves', { brandId: context.brandId, slice: context.slice })
    await context.store.write('cannibalisation.save', { brandId: context.brandId })
    return
  }
}

export const syncRankings: SyncDataset = async (context) => {
  const today = toDay(context.clock.now())
  context.progress(0, 2)
  const rows = await syncWindow(context, today)
  context.changed(['rankings'])
  context.progress(1, 2)
  await syncNewestDay(context, today)
  context.changed(['history'])
  context.progress(2, 2)
  return rows
}
