// The state of an earlier day. Few brands are read at a time, so that no read keeps the reader from others for long, and what was
// worked out is remembered as long as its days stay the same.
import type { CallOutput, ParsedInput } from '../../src-shared/desk/contract.ts'
import type { Period } from '../../src-shared/desk/values/period.ts'
import { DEFAULT_SLICE, type Slice } from '../../src-shared/desk/values/slice.ts'
import { dayNumber } from '../base/clock.ts'
import { caseFold } from '../base/text.ts'
import { cursorPage } from '../store/paging.ts'
import { hasWords } from '../store/search-text.ts'
import type { RankingDeps } from './deps.ts'
import { createPeriods, inGroups } from './periods.ts'
import type { DatedMover, MovesDay } from './queries/moves-as-of.ts'
import { KINDS_ASKED } from './rules/day-moves.ts'
import { compareMoves, isGain, LATE_DAYS_MAX } from './rules/move-order.ts'

type Movers = Omit<CallOutput<'rankings.movers'>, 'freshAsOf'> & { readonly freshAsOfMs: number | null }
type Asked = { readonly brandIds: 'all' | readonly string[]; readonly slice: Slice; readonly day: string }

/** Brands and days that are remembered: about 20 moves each. */
const KEPT_MAX = 1000

export type EarlierOverview = {
  readonly span: { readonly day: string; readonly period: Period; readonly before: Period }
  readonly moves: ReadonlyMap<
    string,
    { readonly realUp: number; readonly realDown: number; readonly lostClicks: number }
  >
}

export const createEarlierDay = (deps: Pick<RankingDeps, 'store' | 'clock'>) => {
  const { store } = deps
  const withPeriods = createPeriods(deps)
  const kept = new Map<string, { readonly stamp: string; readonly moves: readonly DatedMover[] }>()

  const keep = (key: string, stamp: string, moves: readonly DatedMover[]) => {
    kept.delete(key)
    kept.set(key, { stamp, moves })
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
  }

  const movesOf = async (days: readonly MovesDay[], { slice, day }: Asked) => {
    const found = new Map<string, readonly DatedMover[]>()
    const keyOf = (brandId: string) => JSON.stringify([brandId, slice, day])
    const isKept = ({ brandId, stamp }: MovesDay): boolean => {
      const known = kept.get(keyOf(brandId))
      if (known?.stamp !== stamp) return false
      found.set(brandId, known.moves)
      return true
    }
    for (const some of inGroups(days.filter((one) => !isKept(one)))) {
      const brandIds = some.map(({ brandId }) => brandId)
      const byBrand = Map.groupBy(
        await store.read('rankings.movesAsOf', { brandIds, slice, day }),
        ({ brandId }) => brandId,
      )
      for (const { brandId, stamp } of some) {
        const moves = byBrand.get(brandId) ?? []
        found.set(brandId, moves)
        keep(keyOf(brandId), stamp, moves)
      }
    }
    return found
  }

  /** The moves of every brand that was not days behind, and when they were read. */
  const allMoves = async (asked: Asked) => {
    const all = await store.read('rankings.movesDays', asked)
    const newest = Math.max(...all.map(({ lastDay }) => dayNumber(lastDay)))
    const recent = all.filter(({ lastDay }) => dayNumber(lastDay) >= newest - LATE_DAYS_MAX)
    return { recent, byBrand: await movesOf(recent, asked) }
  }

  const movers = async (
    asked: Asked,
    { kind, search, limit, cursor }: Pick<ParsedInput<'rankings.movers'>, 'kind' | 'search' | 'limit' | 'cursor'>,
  ): Promise<Movers> => {
    const { recent, byBrand } = await allMoves(asked)
    const lastDay = recent
      .map((one) => one.lastDay)
      .toSorted()
      .at(-1)
    if (lastDay === undefined) return { rows: [], total: 0, nextCursor: null, real: null, freshAsOfMs: null }
    const all = [...byBrand.values()].flat()
    const matches = hasWords(search)
    const found = all
      .filter((move) => KINDS_ASKED[kind].includes(move.kind) && matches(caseFold(move.keyword)))
      .toSorted(compareMoves)
    const list = JSON.stringify([asked, kind, search])
    const page = cursorPage<number>(
      { limit, cursor, keys: [], list },
      {
        take: (after, count) => {
          const first = after === undefined ? 0 : after.tie + 1
          return Array.from({ length: Math.max(0, Math.min(count, found.length - first)) }, (_, index) => first + index)
        },
        placeOf: (row) => ({ keys: [], tie: row }),
      },
    )
    const climbed = all.filter(isGain).length
    const fetched = recent.flatMap(({ fetchedAtMs }) => fetchedAtMs ?? [])
    return {
      rows: page.rows.flatMap((row) => {
        const { id: _, ...mover } = found[row] ?? { id: -1 }
        return 'keyword' in mover ? [mover] : []
      }),
      total: found.length,
      nextCursor: page.nextCursor,
      real: { lastDay, climbed, fell: all.length - climbed },
      freshAsOfMs: fetched.length === 0 ? null : Math.min(...fetched),
    }
  }

  /** What the overview of these brands needs: the period is summed up where its days are cached. */
  const overview = async (brandIds: readonly string[], day: string): Promise<EarlierOverview> => {
    const slice = DEFAULT_SLICE
    const { period, comparePeriod } = await withPeriods({ brandIds, slice, asOfDay: day })
    const { byBrand } = await allMoves({ brandIds, slice, day })
    const moves = Array.from(byBrand, ([brandId, own]) => {
      const lost = own.filter((move) => !isGain(move))
      const lostClicks = lost.reduce((sum, { real }) => sum + Math.max(0, real.clicksBefore - real.clicksNow), 0)
      return [brandId, { realUp: own.length - lost.length, realDown: lost.length, lostClicks }] as const
    })
    const whole = { from: day, to: day }
    return { span: { day, period: period ?? whole, before: comparePeriod ?? whole }, moves: new Map(moves) }
  }

  return { movers, overview }
}
export type EarlierDay = ReturnType<typeof createEarlierDay>
