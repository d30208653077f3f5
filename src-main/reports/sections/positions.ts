import { type BuildSection, barsBlock, tableBlock, withoutData } from '../context.ts'
import { partNote } from '../measured.ts'
import { hasRankings } from './summary.ts'

export const buildPositions: BuildSection = async (context) => {
  const { totals, texts } = context
  if (!hasRankings(context)) return withoutData(texts.notes.noRankings)
  const { bands } = totals
  return {
    hasData: true,
    blocks: [
      barsBlock(context, {
        title: texts.titles.bands,
        label: texts.columns.keywords,
        unit: 'number',
        labels: bands.map(({ band }) => texts.bands[band]),
        values: bands.map(({ keywords }) => keywords),
      }),
      tableBlock(texts, {
        id: 'positions',
        title: texts.titles.bands,
        columns: [
          ['band', 'text', ({ band }) => texts.bands[band]],
          ['keywords', 'number', ({ keywords }) => keywords],
          ['change', 'difference', ({ change }) => change, texts.words.change],
        ],
        rows: bands,
      }),
      ...partNote(context),
    ],
  }
}
