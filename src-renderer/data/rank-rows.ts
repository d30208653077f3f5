import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { RankRow } from '../../src-shared/desk/rankings.ts'
import { type BlockQuery, windowOf } from './block-query.ts'
import { ask } from './desk.ts'
import { keptReplies } from './kept-replies.ts'

export const SPARK_DAYS = 28

/** A filtered set, as the page and the export ask for it. */
export type RankInput = Omit<CallInput<'rankings.page'>, 'limit' | 'cursor' | 'offset' | 'sparkDays'>

/**
 * The trend of each keyword comes with the details, after the first paint. The first page of all brands is kept for a
 * return to the list, which then has its trends at once; that of one brand comes as soon without.
 */
export const rankQuery = (input: RankInput): BlockQuery<RankRow> => ({
  key: JSON.stringify(input),
  scope: String(input.brandIds),
  calls: ['rankings.page'],
  hasDetails: true,
  source: { list: 'rankings', input },
  fetch: async (wanted) => {
    const rows = { ...input, ...windowOf(wanted), sparkDays: 0 }
    const withTrends = { ...rows, sparkDays: SPARK_DAYS }
    const asked = wanted.isDetailed ? withTrends : rows
    if (input.brandIds !== 'all') return ask('rankings.page', asked)
    const known = keptReplies.find('rankings.page', withTrends, wanted)
    if (known?.ok) return { ok: true, value: { ...known.value, isDetailed: true } }
    return keptReplies.ask('rankings.page', asked, wanted)
  },
})
