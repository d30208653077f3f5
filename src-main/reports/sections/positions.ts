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
      tableBlock({
        id: 'positions',
        title: texts.titles.bands,
        columns: [
          { key: 'band', label: texts.columns.band, unit: 'text' },
          { key: 'keywords', label: texts.columns.keywords, unit: 'number' },
          { key: 'change', label: texts.words.change, unit: 'difference' },
        ],
        rows: bands.map(({ band, keywords, change }) => [texts.bands[band], keywords, change]),
        more: 0,
      }),
      ...partNote(context),
    ],
  }
}
