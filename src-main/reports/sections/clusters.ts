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
      tableBlock(texts, {
        id: 'topics',
        title: titles.topicTable,
        columns: [
          ['topic', 'text', ({ name }) => name],
          ['keywords', 'number', ({ keywordCount }) => keywordCount],
          ['authority', 'score', ({ topicalAuthorityScore }) => topicalAuthorityScore],
          ['coverage', 'percent', ({ coveragePct }) => (coveragePct === null ? null : coveragePct / 100)],
          ['searchVisibility', 'score', ({ searchVisibility }) => searchVisibility],
          ['aiVisibility', 'score', ({ aiVisibility }) => aiVisibility],
        ],
        ...page,
      }),
      { type: 'note', text: notes.clustersNow(format.day(page.freshAsOf ?? today)) },
    ],
  }
}
