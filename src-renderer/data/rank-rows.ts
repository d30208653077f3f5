import type { BrandIds } from '../../src-shared/desk/common.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { Mover, RankRow } from '../../src-shared/desk/rankings.ts'
import type { BlockQuery } from './block-query.ts'
import { ask } from './desk.ts'
import { localQuery, windowOf } from './desk-query.ts'

export const SPARK_DAYS = 28
export const MOVERS_MAX = 500

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

type MoverQuery = {
  readonly input: Omit<CallInput<'rankings.movers'>, 'limit'> & { readonly brandIds: BrandIds }
  /** A key for the order of the rows. */
  readonly order: string
  readonly arrange: (rows: readonly Mover[]) => readonly Mover[]
}

/** The largest moves, which come in one reply. */
export const moverQuery = ({ input, order, arrange }: MoverQuery): BlockQuery<Mover> =>
  localQuery({
    key: JSON.stringify([input, order]),
    scope: String(input.brandIds),
    calls: ['rankings.movers'],
    source: { list: 'movers', input },
    load: async () => {
      const reply = await ask('rankings.movers', { ...input, limit: MOVERS_MAX })
      return reply.ok
        ? { ok: true, value: { rows: arrange(reply.value.rows), freshAsOf: reply.value.freshAsOf } }
        : reply
    },
  })
