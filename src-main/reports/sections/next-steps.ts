import type { ReportBlock } from '../../../src-shared/desk/reports.ts'
import { dayFromNumber, dayNumber } from '../../base/clock.ts'
import { type BuildSection, tableBlock, withoutData } from '../context.ts'

const USUAL_ROWS = 12
const DAYS_AHEAD = 42
const IS_PLANNED = new Set(['scheduled', 'held', 'sending'])

export const buildNextSteps: BuildSection = async ({ ask, brand, texts, rows, nextSteps, today }) => {
  const { columns, titles, notes } = texts
  const limit = rows ?? USUAL_ROWS
  const to = dayFromNumber(dayNumber(today) + DAYS_AHEAD)
  const { entries } = await ask('publishing.calendar', { brandIds: [brand.id], from: today, to })
  const dates = entries
    .filter(({ state, move }) => IS_PLANNED.has(state) && move?.part !== 'from')
    .toSorted((a, b) => a.at.localeCompare(b.at))
  // An article has an entry for each platform.
  const planned = [...new Map(dates.toReversed().map((entry) => [entry.articleSlug, entry])).values()].toReversed()
  const basket = await ask('research.basket', { brandIds: [brand.id] })
  const kept = basket.rows.filter(({ state }) => state === 'keep')
  const blocks: ReportBlock[] = nextSteps.length === 0 ? [] : [{ type: 'words', paragraphs: [...nextSteps] }]
  if (planned.length > 0)
    blocks.push(
      tableBlock({
        id: 'planned',
        title: titles.plannedArticles,
        columns: [
          { key: 'day', label: columns.day, unit: 'day' },
          { key: 'article', label: columns.article, unit: 'text' },
        ],
        rows: planned.slice(0, limit).map(({ at, title, articleSlug }) => [at.slice(0, 10), title ?? articleSlug]),
        more: Math.max(0, planned.length - limit),
      }),
    )
  if (kept.length > 0)
    blocks.push(
      tableBlock({
        id: 'ideas',
        title: titles.ideas,
        columns: [
          { key: 'keyword', label: columns.keyword, unit: 'text' },
          { key: 'position', label: columns.position, unit: 'position' },
        ],
        rows: kept.slice(0, limit).map(({ keyword, position }) => [keyword, position]),
        more: Math.max(0, kept.length - limit),
      }),
    )
  return blocks.length === 0 ? withoutData(notes.noNextSteps) : { hasData: true, blocks }
}
