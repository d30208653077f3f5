import { type BuildSection, withoutData } from '../context.ts'
import { partNote } from '../measured.ts'
import { hasRankings } from './summary.ts'

export const buildPositions: BuildSection = async (context) => {
  const { totals, texts, format } = context
  if (!hasRankings(context)) return withoutData(texts.notes.noRankings)
  const { bands } = totals
  const labels = bands.map(({ band }) => texts.bands[band])
  const parts = bands.map(({ band, keywords }) => `${texts.bands[band]} ${format.value(keywords, 'number')}`)
  return {
    hasData: true,
    blocks: [
      {
        type: 'chart',
        chart: {
          kind: 'bars',
          title: texts.titles.bands,
          description: texts.charts.bars(texts.titles.bands, parts.join(', ')),
          labels,
          series: [{ label: texts.columns.keywords, unit: 'number', values: bands.map(({ keywords }) => keywords) }],
          marks: [],
          isInverted: false,
        },
      },
      {
        type: 'table',
        table: {
          id: 'positions',
          title: texts.titles.bands,
          columns: [
            { key: 'band', label: texts.columns.band, unit: 'text' },
            { key: 'keywords', label: texts.columns.keywords, unit: 'number' },
            { key: 'change', label: texts.words.change, unit: 'difference' },
          ],
          rows: bands.map(({ band, keywords, change }) => [texts.bands[band], keywords, change]),
          more: 0,
        },
      },
      ...partNote(context),
    ],
  }
}
