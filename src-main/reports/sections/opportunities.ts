import { type BuildSection, tableBlock, withoutData } from '../context.ts'

const USUAL_ROWS = 8

/** As they are now, whatever the period: they say what comes next. */
export const buildOpportunities: BuildSection = async ({ ask, brand, texts, format, rows, today }) => {
  const { titles, columns, notes } = texts
  const page = await ask('opportunities.page', { brandIds: [brand.id], limit: rows ?? USUAL_ROWS })
  if (page.rows.length === 0) return withoutData(notes.noOpportunities)
  return {
    hasData: true,
    blocks: [
      tableBlock({
        id: 'opportunities',
        title: titles.opportunities,
        columns: [
          { key: 'keyword', label: columns.keyword, unit: 'text' },
          { key: 'position', label: columns.position, unit: 'position' },
          { key: 'reachable', label: columns.reachable, unit: 'position' },
          { key: 'clicks', label: columns.clicks, unit: 'number' },
          { key: 'expected', label: columns.expected, unit: 'number' },
          { key: 'expectedLow', label: columns.expectedLow, unit: 'number' },
          { key: 'expectedHigh', label: columns.expectedHigh, unit: 'number' },
        ],
        rows: page.rows.map(({ subject, position, reachable, clicks, expected, low, high }) => [
          subject,
          position,
          reachable,
          clicks,
          Math.round(expected),
          Math.round(low),
          Math.round(high),
        ]),
        more: Math.max(0, page.total - page.rows.length),
      }),
      { type: 'note', text: notes.opportunitiesNow(format.day(page.freshAsOf ?? today)) },
    ],
  }
}
