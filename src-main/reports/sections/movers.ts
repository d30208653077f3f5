import { MOVERS_PAGE_MAX, type Mover, type RankRow } from '../../../src-shared/desk/rankings.ts'
import type { ReportBlock } from '../../../src-shared/desk/reports.ts'
import { type BuildSection, type Column, type SectionContext, tableBlock, withoutData } from '../context.ts'
import { datedTitle, noComparison } from '../measured.ts'
import { askKeywords } from './keywords.ts'
import { hasRankings } from './summary.ts'

const USUAL_ROWS = 6

const MOVED: readonly Column<RankRow>[] = [
  ['keyword', 'text', ({ keyword }) => keyword],
  ['clicks', 'number', ({ clicks }) => clicks],
  ['clicksChange', 'change', ({ clicksChange }) => clicksChange],
  ['position', 'position', ({ position }) => position],
  ['positionChange', 'positionChange', ({ positionChange }) => positionChange],
]

const REAL: readonly Column<Mover>[] = [
  ['keyword', 'text', ({ keyword }) => keyword],
  ['positionBefore', 'position', ({ fromPosition }) => fromPosition],
  ['position', 'position', ({ toPosition }) => toPosition],
  ['clicksADayBefore', 'decimal', ({ real }) => real?.clicksBefore ?? null],
  ['clicksADayNow', 'decimal', ({ real }) => real?.clicksNow ?? null],
]

/** None of an empty list. */
const listed = <Row>(
  { texts }: SectionContext,
  list: { readonly id: string; readonly title: string; readonly rows: readonly Row[]; readonly total?: number },
  columns: readonly Column<Row>[],
): ReportBlock[] => (list.rows.length === 0 ? [] : [tableBlock(texts, { ...list, columns })])

/** Moves beyond each keyword's usual range, as they were on the last day of the period. */
const buildReal = async (context: SectionContext, limit: number): Promise<ReportBlock[]> => {
  const { ask, brand, period, texts, format } = context
  const input = { brandIds: [brand.id], moves: 'real', asOfDay: period.to, limit: MOVERS_PAGE_MAX }
  const { rows, real } = await ask('rankings.movers', input)
  if (real == null || real.lastDay < period.from) return []
  const gain = ({ real: move }: Mover) => (move?.clicksNow ?? 0) - (move?.clicksBefore ?? 0)
  const up = rows.filter(({ kind }) => kind === 'up' || kind === 'new').toSorted((a, b) => gain(b) - gain(a))
  const down = rows.filter(({ kind }) => kind === 'down' || kind === 'lost').toSorted((a, b) => gain(a) - gain(b))
  const { realUp, realDown } = texts.titles
  const tables = [
    ...listed(context, { id: 'real-up', title: realUp, rows: up.slice(0, limit), total: up.length }, REAL),
    ...listed(context, { id: 'real-down', title: realDown, rows: down.slice(0, limit), total: down.length }, REAL),
  ]
  const day = format.day(real.lastDay)
  const hasAbsent = [up, down].some((moves) => moves.slice(0, limit).some(({ toPosition }) => toPosition === null))
  return tables.length === 0
    ? [{ type: 'note', text: texts.notes.noRealMoves(day) }]
    : [
        ...tables,
        { type: 'note', text: texts.notes.realMoves(day) },
        ...(hasAbsent ? [{ type: 'note' as const, text: texts.notes.notOnDay(day) }] : []),
      ]
}

export const buildMovers: BuildSection = async (context) => {
  const { texts, rows, totals } = context
  if (!hasRankings(context)) return withoutData(texts.notes.noRankings)
  const limit = rows ?? USUAL_ROWS
  const byClicks = async (direction: 'asc' | 'desc') =>
    (await askKeywords(context, { sort: { by: 'clicksChange', direction }, limit })).rows.filter(
      ({ clicksChange }) => clicksChange !== null && (direction === 'desc' ? clicksChange > 0 : clicksChange < 0),
    )
  const [gains, losses] = totals.brands.compared > 0 ? [await byClicks('desc'), await byClicks('asc')] : [[], []]
  const real = await buildReal(context, limit)
  const moves = [
    ...listed(context, { id: 'gains', title: datedTitle(context, 'clickGains'), rows: gains }, MOVED),
    ...listed(context, { id: 'losses', title: datedTitle(context, 'clickLosses'), rows: losses }, MOVED),
  ]
  const none = totals.brands.compared > 0 ? texts.notes.noMovers : noComparison(context)
  return {
    hasData: moves.length > 0 || real.length > 0,
    blocks: [...(moves.length === 0 ? [{ type: 'note' as const, text: none }] : moves), ...real],
  }
}
