import type { BrandIds } from '../../src-shared/desk/common.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { Mover, RankRow } from '../../src-shared/desk/rankings.ts'
import { type BlockQuery, localQuery, windowOf } from './block-query.ts'
import { ask } from './desk.ts'

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

/** `cause`: of a real drop of now, in one line. */
export type MoverRow = Mover & { readonly cause?: string }

type MoverQuery = {
  readonly input: Omit<CallInput<'rankings.movers'>, 'limit'> & { readonly brandIds: BrandIds }
  /** A key for the order of the rows. */
  readonly order: string
  readonly arrange: (rows: readonly MoverRow[]) => readonly MoverRow[]
}

/** Causes are known of now alone. Without them the moves are shown as they are. */
const withCauses = async (rows: readonly Mover[]): Promise<readonly MoverRow[]> => {
  const drops = rows.filter(({ kind }) => kind === 'down' || kind === 'lost')
  const asked = drops.map(({ brandId, keyword }) => ({ brandId, keyword }))
  const reply = asked.length === 0 ? null : await ask('causes.lines', { drops: asked })
  if (reply === null || !reply.ok) return rows
  const keyOf = ({ brandId, keyword }: { brandId: string; keyword: string | null }) => `${brandId} ${keyword}`
  const texts = new Map(reply.value.lines.map((line) => [keyOf(line), line.text]))
  return rows.map((row) => {
    const cause = texts.get(keyOf(row))
    return cause === undefined ? row : { ...row, cause }
  })
}

/** The largest moves, which come in one reply, and their causes in another one. */
export const moverQuery = ({ input, order, arrange }: MoverQuery): BlockQuery<MoverRow> =>
  localQuery({
    key: JSON.stringify([input, order]),
    scope: String(input.brandIds),
    calls: ['rankings.movers', 'causes.lines'],
    source: { list: 'movers', input },
    load: async () => {
      const reply = await ask('rankings.movers', { ...input, limit: MOVERS_MAX })
      if (!reply.ok) return reply
      const { rows, freshAsOf } = reply.value
      const isNow = input.moves === 'real' && input.asOfDay === undefined
      return { ok: true, value: { rows: arrange(isNow ? await withCauses(rows) : rows), freshAsOf } }
    },
  })
