import { WINDOW_DAYS } from '../../../src-shared/desk/figures.ts'
import type { RawReply } from '../../../src-shared/service/read-reply.ts'
import { toDay } from '../../base/clock.ts'
import { saveConflicts } from '../../cannibalisation/public.ts'
import { ingestRankWindow, saveRankMoves } from '../../rankings/public.ts'
import type { DatasetContext, SyncDataset } from './dataset.ts'
import { addDays, createTopKeywords, isEmptyList, storeDay, type TopKeywords } from './top-keywords.ts'

/** Search data comes late: so many days before today may still have none. */
export const LATE_DAYS = 3

type NewestDay = { readonly day: string; readonly first: RawReply }

/** The newest day that the service has, with its first page: today, or up to three days before. */
const findNewestDay = async (topKeywords: TopKeywords, today: string): Promise<NewestDay | null> => {
  for (let back = 0; back <= LATE_DAYS; back += 1) {
    const day = addDays(today, -back)
    const first = await topKeywords.firstPage({ startDate: day, endDate: day })
    if (!isEmptyList(first)) return { day, first }
  }
  return null
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
    ingest: (page) => ingestRankWindow(store, { brandId, slice, lastDay, ...page }, [page.body]),
  })
}

const storeNewestDay = async (context: DatasetContext, topKeywords: TopKeywords, newest: NewestDay): Promise<void> => {
  await storeDay(context, topKeywords, newest)
  await saveRankMoves(context.store, { brandId: context.brandId, slice: context.slice })
  await saveConflicts(context.store, { brandId: context.brandId })
}

export const syncRankings: SyncDataset = async (context) => {
  const today = toDay(context.clock.now())
  context.progress(0, 2)
  const topKeywords = createTopKeywords(context)
  const newest = await findNewestDay(topKeywords, today)
  const rows = await syncWindow(context, topKeywords, { today, newest: newest?.day })
  context.changed(['rankings'])
  context.progress(1, 2)
  // An empty day is not stored as the truth.
  if (newest !== null) await storeNewestDay(context, topKeywords, newest)
  context.changed(['history'])
  context.progress(2, 2)
  return rows
}
