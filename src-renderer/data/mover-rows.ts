import type { BrandIds } from '../../src-shared/desk/common.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { Mover } from '../../src-shared/desk/rankings.ts'
import { type BlockAsk, type BlockQuery, localQuery } from './block-query.ts'
import { keptReplies } from './kept-replies.ts'

export const MOVERS_MAX = 500

/** `cause`: of a real drop of now, in one line. */
export type MoverRow = Mover & { readonly cause?: string }

/** How many moves fit, also those beyond the limit. */
export type MoverSides = { readonly losses: number; readonly gains: number }

type MoverQuery = {
  readonly input: Omit<CallInput<'rankings.movers'>, 'limit'> & { readonly brandIds: BrandIds }
  /** A key for the order of the rows. */
  readonly order: string
  readonly arrange: (rows: readonly MoverRow[]) => readonly MoverRow[]
  /** Receives what the list with this key holds. */
  readonly onSides?: (key: string, sides: MoverSides) => void
}

const isGain = ({ kind }: Mover): boolean => kind === 'up' || kind === 'new'

/** Each side has half of the list, and what the other one leaves of its half. */
export const keptOf = ({ losses, gains }: MoverSides): MoverSides => {
  const kept = Math.min(losses, Math.max(MOVERS_MAX / 2, MOVERS_MAX - gains))
  return { losses: kept, gains: Math.min(gains, MOVERS_MAX - kept) }
}

/** The biggest moves. Losses come first in the desk's order: many of them alone would push the gains out of the list. */
const askMovers = async (input: MoverQuery['input'], wanted: BlockAsk) => {
  const first = await keptReplies.ask('rankings.movers', { ...input, limit: MOVERS_MAX }, wanted)
  if (!first.ok) return first
  const { rows, total, freshAsOf } = first.value
  const gains = rows.filter(isGain)
  const isCut = input.moves === 'real' && (input.kind ?? 'any') === 'any' && total > rows.length
  if (!isCut) {
    const areGains = gains.length === rows.length
    const sides = { losses: areGains ? 0 : total - gains.length, gains: areGains ? total : gains.length }
    return { ok: true as const, value: { rows, freshAsOf, sides } }
  }
  const second = await keptReplies.ask('rankings.movers', { ...input, kind: 'up', limit: MOVERS_MAX }, wanted)
  if (!second.ok) return second
  const sides = { losses: total - second.value.total, gains: second.value.total }
  const kept = keptOf(sides)
  const losses = rows.filter((row) => !isGain(row)).slice(0, kept.losses)
  return {
    ok: true as const,
    value: { rows: [...losses, ...second.value.rows.slice(0, kept.gains)], freshAsOf, sides },
  }
}

/** Causes are known of now alone. Without them the moves are shown as they are. */
const withCauses = async (rows: readonly Mover[], wanted: BlockAsk): Promise<readonly MoverRow[]> => {
  const drops = rows.filter(({ kind }) => kind === 'down' || kind === 'lost')
  const asked = drops.map(({ brandId, keyword }) => ({ brandId, keyword }))
  const reply = asked.length === 0 ? null : await keptReplies.ask('causes.lines', { drops: asked }, wanted)
  if (reply === null || !reply.ok) return rows
  const keyOf = ({ brandId, keyword }: { brandId: string; keyword: string | null }) => `${brandId} ${keyword}`
  const texts = new Map(reply.value.lines.map((line) => [keyOf(line), line.text]))
  return rows.map((row) => {
    const cause = texts.get(keyOf(row))
    return cause === undefined ? row : { ...row, cause }
  })
}

/** The largest moves, and their causes, which come in another reply. */
export const moverQuery = ({ input, order, arrange, onSides }: MoverQuery): BlockQuery<MoverRow> => {
  const key = JSON.stringify([input, order])
  return localQuery({
    key,
    scope: String(input.brandIds),
    calls: ['rankings.movers', 'causes.lines'],
    source: { list: 'movers', input },
    load: async (wanted) => {
      const reply = await askMovers(input, wanted)
      if (!reply.ok) return reply
      const { rows, freshAsOf, sides } = reply.value
      onSides?.(key, sides)
      const isNow = input.moves === 'real' && input.asOfDay === undefined
      return { ok: true, value: { rows: arrange(isNow ? await withCauses(rows, wanted) : rows), freshAsOf } }
    },
  })
}
