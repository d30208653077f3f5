import type { RankRow } from '../../../src-shared/desk/rankings.ts'
import type { ReportTable } from '../../../src-shared/desk/reports.ts'
import { type BuildSection, type SectionContext, tableBlock, withoutData } from '../context.ts'
import { partNote, whenOf } from '../measured.ts'
import { hasRankings } from './summary.ts'

const USUAL_ROWS = 28

/** The columns of keywords with both periods. */
export const keywordColumns = ({ columns }: SectionContext['texts']): ReportTable['columns'] => [
  { key: 'keyword', label: columns.keyword, unit: 'text' },
  { key: 'position', label: columns.position, unit: 'position' },
  { key: 'positionChange', label: columns.positionChange, unit: 'positionChange' },
  { key: 'clicks', label: columns.clicks, unit: 'number' },
  { key: 'clicksChange', label: columns.clicksChange, unit: 'change' },
  { key: 'impressions', label: columns.impressions, unit: 'number' },
  { key: 'ctr', label: columns.ctr, unit: 'percent' },
]

export const keywordRow = ({ keyword, position, positionChange, clicks, clicksChange, impressions, ctr }: RankRow) => [
  keyword,
  position,
  positionChange,
  clicks,
  clicksChange,
  impressions,
  ctr,
]

/** Asks for keywords of the period as the rankings do. */
export const askKeywords = (context: SectionContext, more: object) =>
  context.ask('rankings.page', { brandIds: [context.brand.id], ...whenOf(context), ...more })

export const buildKeywords: BuildSection = async (context) => {
  const { texts, rows } = context
  if (!hasRankings(context)) return withoutData(texts.notes.noRankings)
  const limit = rows ?? USUAL_ROWS
  const page = await askKeywords(context, { sort: { by: 'clicks', direction: 'desc' }, limit })
  return {
    hasData: true,
    blocks: [
      tableBlock({
        id: 'keywords',
        title: texts.titles.topKeywords,
        columns: keywordColumns(texts),
        rows: page.rows.map(keywordRow),
        more: Math.max(0, page.total - page.rows.length),
      }),
      ...partNote(context),
    ],
  }
}
