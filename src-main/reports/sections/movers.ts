import { MOVERS_PAGE_MAX, type Mover, type RankRow } from '../../../src-shared/desk/rankings.ts'
import type { ReportBlock, ReportTable } from '../../../src-shared/desk/reports.ts'
import { type BuildSection, type SectionContext, withoutData } from '../context.ts'
import { noComparison, partNote } from '../measured.ts'
import { askKeywords } from './keywords.ts'
import { hasRankings } from './summary.ts'

const USUAL_ROWS = 6

const moved = (context: SectionContext, id: string, title: string, rows: readonly RankRow[]): ReportTable => ({
  id,
  title,
  columns: [
    { key: 'keyword', label: context.texts.columns.keyword, unit: 'text' },
    { key: 'clicks', label: context.texts.columns.clicks, unit: 'number' },
    { key: 'clicksChange', label: context.texts.columns.clicksChange, unit: 'change' },
    { key: 'position', label: context.texts.columns.position, unit: 'position' },
    { key: 'positionChange', label: context.texts.columns.positionChange, unit: 'positionChange' },
  ],
  rows: rows.map(({ keyword, clicks, clicksChange, position, positionChange }) => [
    keyword,
    clicks,
    clicksChange,
    position,
    positionChange,
  ]),
  more: 0,
})

const realMoves = (
  { texts: { columns } }: SectionContext,
  id: string,
  title: string,
  rows: readonly Mover[],
): ReportTable => ({
  id,
  title,
  columns: [
    { key: 'keyword', label: columns.keyword, unit: 'text' },
    { key: 'positionBefore', label: columns.positionBefore, unit: 'position' },
    { key: 'position', label: columns.position, unit: 'position' },
    { key: 'clicksADayBefore', label: columns.clicksADayBefore, unit: 'decimal' },
    { key: 'clicksADayNow', label: columns.clicksADayNow, unit: 'decimal' },
  ],
  rows: rows.map(({ keyword, fromPosition, toPosition, real }) => [
    keyword,
    fromPosition,
    toPosition,
    real?.clicksBefore ?? null,
    real?.clicksNow ?? null,
  ]),
  more: 0,
})

/** Moves beyond each keyword's usual range, as they were on the last day of the period. */
const buildReal = async (context: SectionContext, limit: number): Promise<ReportBlock[]> => {
  const { ask, brand, period, texts, format } = context
  const input = { brandIds: [brand.id], moves: 'real', asOfDay: period.to, limit: MOVERS_PAGE_MAX }
  const { rows, real } = await ask('rankings.movers', input)
  if (real == null || real.lastDay < period.from) return []
  const gain = ({ real: move }: Mover) => (move?.clicksNow ?? 0) - (move?.clicksBefore ?? 0)
  const up = rows.filter(({ kind }) => kind === 'up' || kind === 'new').toSorted((a, b) => gain(b) - gain(a))
  const down = rows.filter(({ kind }) => kind === 'down' || kind === 'lost').toSorted((a, b) => gain(a) - gain(b))
  const tables = [
    ...(up.length === 0 ? [] : [realMoves(context, 'real-up', texts.titles.realUp, up.slice(0, limit))]),
    ...(down.length === 0 ? [] : [realMoves(context, 'real-down', texts.titles.realDown, down.slice(0, limit))]),
  ]
  return tables.length === 0
    ? [{ type: 'note', text: texts.notes.noRealMoves(format.day(real.lastDay)) }]
    : [
        ...tables.map((table) => ({ type: 'table' as const, table })),
        { type: 'note', text: texts.notes.realMoves(format.day(real.lastDay)) },
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
  const moves: ReportBlock[] = [
    ...(gains.length === 0
      ? []
      : [{ type: 'table' as const, table: moved(context, 'gains', texts.titles.clickGains, gains) }]),
    ...(losses.length === 0
      ? []
      : [{ type: 'table' as const, table: moved(context, 'losses', texts.titles.clickLosses, losses) }]),
  ]
  const none = totals.brands.compared > 0 ? texts.notes.noMovers : noComparison(context)
  return {
    hasData: moves.length > 0 || real.length > 0,
    blocks: [...(moves.length === 0 ? [{ type: 'note' as const, text: none }] : moves), ...real, ...partNote(context)],
  }
}
