import type { RankRow } from '../../../src-shared/desk/rankings.ts'
import { type BuildSection, type Column, type SectionContext, tableBlock, withoutData } from '../context.ts'
import { datedTitle, partNote, whenOf } from '../measured.ts'
import { hasRankings } from './summary.ts'

const USUAL_ROWS = 28

const COLUMNS: readonly Column<RankRow>[] = [
  ['keyword', 'text', ({ keyword }) => keyword],
  ['position', 'position', ({ position }) => position],
  ['positionChange', 'positionChange', ({ positionChange }) => positionChange],
  ['clicks', 'number', ({ clicks }) => clicks],
  ['clicksChange', 'change', ({ clicksChange }) => clicksChange],
  ['impressions', 'number', ({ impressions }) => impressions],
  ['ctr', 'percent', ({ ctr }) => ctr],
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
      tableBlock(texts, { id: 'keywords', title: datedTitle(context, 'topKeywords'), columns: COLUMNS, ...page }),
      ...partNote(context),
    ],
  }
}
