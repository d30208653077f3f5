import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { RankRow } from '../../src-shared/desk/rankings.ts'
import { type BlockQuery, windowOf } from './block-query.ts'
import { ask } from './desk.ts'
import { createKeptReplies } from './kept-replies.ts'

export const SPARK_DAYS = 28

/** A filtered set, as the page and the export ask for it. */
export type RankInput = Omit<CallInput<'rankings.page'>, 'limit' | 'cursor' | 'offset' | 'sparkDays'>

const firstPages = createKeptReplies()

/**
 * The trend of each keyword comes with the details, after the first paint. The first page of all brands is kept for a
 * return to the list; that of one brand comes as soon without.
 */
export const rankQuery = (input: RankInput): BlockQuery<RankRow> => ({
  key: JSON.stringify(input),
  scope: String(input.brandIds),
  calls: ['rankings.page'],
  hasDetails: true,
  source: { list: 'rankings', input },
  fetch: (wanted) => {
    const page = { ...input, ...windowOf(wanted), sparkDays: wanted.isDetailed ? SPARK_DAYS : 0 }
    return input.brandIds === 'all' ? firstPages.ask('rankings.page', page, wanted) : ask('rankings.page', page)
  },
})
