import { type BuildSection, barsBlock, tableBlock, withoutData } from '../context.ts'

const USUAL_ROWS = 10
const BARS = 6

export const buildClusters: BuildSection = async (context) => {
  const { ask, brand, texts, format, rows, today } = context
  const { titles, columns, notes } = texts
  const page = await ask('clusters.page', { brandIds: [brand.id], limit: rows ?? USUAL_ROWS })
  if (page.rows.length === 0) return withoutData(page.freshAsOf === null ? notes.notRead : notes.noClusters)
  const shown = page.rows.slice(0, BARS)
  return {
    hasData: true,
    blocks: [
      barsBlock(context, {
        title: titles.topics,
        label: columns.authority,
        unit: 'score',
        labels: shown.map(({ name }) => name),
        values: shown.map(({ topicalAuthorityScore }) => topicalAuthorityScore),
      }),
      tableBlock({
        id: 'topics',
        title: titles.topicTable,
        columns: [
          { key: 'topic', label: columns.topic, unit: 'text' },
          { key: 'keywords', label: columns.keywords, unit: 'number' },
          { key: 'authority', label: columns.authority, unit: 'score' },
          { key: 'coverage', label: columns.coverage, unit: 'percent' },
          { key: 'searchVisibility', label: columns.searchVisibility, unit: 'score' },
          { key: 'aiVisibility', label: columns.aiVisibility, unit: 'score' },
        ],
        rows: page.rows.map((row) => [
          row.name,
          row.keywordCount,
          row.topicalAuthorityScore,
          row.coveragePct === null ? null : row.coveragePct / 100,
          row.searchVisibility,
          row.aiVisibility,
        ]),
        more: Math.max(0, page.total - page.rows.length),
      }),
      { type: 'note', text: notes.clustersNow(format.day(page.freshAsOf ?? today)) },
    ],
  }
}
