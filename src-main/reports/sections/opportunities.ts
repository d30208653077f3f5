import { type BuildSection, tableBlock, withoutData } from '../context.ts'

const USUAL_ROWS = 8

/** As they are now, whatever the period: they say what comes next. */
export const buildOpportunities: BuildSection = async ({ ask, brand, texts, format, rows, today }) => {
  const { titles, notes } = texts
  const page = await ask('opportunities.page', { brandIds: [brand.id], limit: rows ?? USUAL_ROWS })
  if (page.rows.length === 0) return withoutData(notes.noOpportunities)
  return {
    hasData: true,
    blocks: [
      tableBlock(texts, {
        id: 'opportunities',
        title: titles.opportunities,
        columns: [
          ['keyword', 'text', ({ subject }) => subject],
          ['position', 'position', ({ position }) => position],
          ['reachable', 'position', ({ reachable }) => reachable],
          ['clicks', 'number', ({ clicks }) => clicks],
          ['expected', 'number', ({ expected }) => Math.round(expected)],
          ['expectedLow', 'number', ({ low }) => Math.round(low)],
          ['expectedHigh', 'number', ({ high }) => Math.round(high)],
        ],
        ...page,
      }),
      { type: 'note', text: notes.opportunitiesNow(format.day(page.freshAsOf ?? today)) },
    ],
  }
}
