import type { ReportBlock } from '../../../src-shared/desk/reports.ts'
import { titleOfSlug } from '../../../src-shared/desk/values/slugs.ts'
import { dayFromNumber, dayNumber } from '../../base/clock.ts'
import { type BuildSection, tableBlock, withoutData } from '../context.ts'

const USUAL_ROWS = 12
const DAYS_AHEAD = 42
const IS_PLANNED = new Set(['scheduled', 'held', 'sending'])

export const buildNextSteps: BuildSection = async ({ ask, brand, texts, rows, nextSteps, today }) => {
  const { titles, notes } = texts
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
      tableBlock(texts, {
        id: 'planned',
        title: titles.plannedArticles,
        columns: [
          ['day', 'day', ({ at }) => at.slice(0, 10)],
          ['article', 'text', ({ title, articleSlug }) => title ?? titleOfSlug(articleSlug)],
        ],
        rows: planned.slice(0, limit),
        total: planned.length,
      }),
    )
  if (kept.length > 0)
    blocks.push(
      tableBlock(texts, {
        id: 'ideas',
        title: titles.ideas,
        columns: [
          ['keyword', 'text', ({ keyword }) => keyword],
          ['position', 'position', ({ position }) => position],
        ],
        rows: kept.slice(0, limit),
        total: kept.length,
      }),
    )
  return blocks.length === 0 ? withoutData(notes.noNextSteps) : { hasData: true, blocks }
}
