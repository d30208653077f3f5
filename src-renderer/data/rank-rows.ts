import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { RankRow } from '../../src-shared/desk/rankings.ts'
import { type BlockQuery, windowOf } from './block-query.ts'
import { ask } from './desk.ts'

export const SPARK_DAYS = 28

/** A filtered set, as the page and the export ask for it. */
export type RankInput = Omit<CallInput<'rankings.page'>, 'limit' | 'cursor' | 'offset' | 'sparkDays'>

/** The trend of each keyword comes with the details, after the first paint. */
export const rankQuery = (input: RankInput): BlockQuery<RankRow> => ({
  key: JSON.stringify(input),
  scope: String(input.brandIds),
  calls: ['rankings.page'],
  hasDetails: true,
  source: { list: 'rankings', input },
  fetch: (wanted) =>
    ask('rankings.page', { ...input, ...windowOf(wanted), sparkDays: wanted.isDetailed ? SPARK_DAYS : 0 }),
})
