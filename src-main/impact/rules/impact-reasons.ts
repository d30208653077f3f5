// How a verdict came about, in words for the person who tells it to a client.
import type { ImpactReason, ImpactRow } from '../../../src-shared/desk/impact.ts'
import { SETTLING_DAYS, VERDICT_DAYS_MIN } from '../../../src-shared/desk/values/impact-days.ts'
import { DAY_MS, dayNumber } from '../../base/clock.ts'
import { CLICKS_MIN, type Impact } from './impact-of.ts'
import { CONTROLS_MIN } from './measures.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A number of days since 1970 as `21 Nov 2025`. */
const dayText = (day: number): string => {
  const at = new Date(day * DAY_MS)
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}

const percent = (share: number): string => {
  const text = `${Math.abs(100 * share).toFixed(Math.abs(share) < 0.1 ? 1 : 0)}%`
  return share < 0 ? `−${text}` : `+${text}`
}
const size = (share: number): string => percent(share).slice(1)
const perDay = (clicks: number | null): string => (clicks === null ? '—' : clicks.toFixed(clicks < 100 ? 1 : 0))
/** As far from no change as a rise is: half as many clicks for twice as many. */
const fallOf = (rise: number): number => rise / (1 + rise)
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const NOT_MEASURED: Readonly<Record<Exclude<ImpactReason, 'few-clicks' | 'days-to-come'>, string>> = {
  'no-page':
    'No page that ranked in these days has this slug in its address. Either it does not rank yet, or it has another address.',
  'few-pages': `The brand has fewer than ${CONTROLS_MIN} other pages with ${CLICKS_MIN} clicks in these days that nothing was published on. There is too little to compare with.`,
  'no-history': `Fewer than ${VERDICT_DAYS_MIN} days before it was published are cached. Keep more days of history in Settings, Data.`,
  'days-missing':
    'More than a quarter of the days before or after are not cached. Sync again: missing days are loaded in the background.',
  'other-article': `Another article was published or unpublished on the same page fewer than ${VERDICT_DAYS_MIN + SETTLING_DAYS} days before or after. The effects of the two cannot be separated.`,
  unpublished: `It was unpublished before ${VERDICT_DAYS_MIN} whole days were over.`,
}

const verdictText = ({ verdict, reason, effect, interval, detectable }: ImpactRow): string => {
  if (effect === null || interval === null || detectable === null) return ''
  const range = `With 95% certainty the true effect is between ${percent(interval.low)} and ${percent(interval.high)}.`
  const unseen = `A rise below ${size(detectable)} or a fall below ${size(fallOf(detectable))} would often not be seen here.`
  if (reason === 'few-clicks')
    return `The page had fewer than ${CLICKS_MIN} clicks in all, so no verdict is given. ${unseen}`
  if (verdict === 'no-change')
    return `The difference of ${percent(effect)} is within what such pages change by chance. ${range} ${unseen}`
  return `Clicks are ${size(effect)} ${verdict === 'up' ? 'above' : 'below'} what is expected without the article. ${range}`
}

/** A sentence or two each, the verdict first. `firstDay`: of the series that the impact was worked out from. */
export const reasonsOf = (row: ImpactRow, { comparison, daysAfter }: Impact, firstDay: number): string[] => {
  const { reason } = row
  if (reason === 'days-to-come') {
    const until = dayText(dayNumber(row.publishedDay) + SETTLING_DAYS + VERDICT_DAYS_MIN)
    return [
      `${daysAfter} of ${VERDICT_DAYS_MIN} days so far: a verdict needs ${VERDICT_DAYS_MIN} whole days. The ${SETTLING_DAYS} days from publishing on are not counted: search engines take them to see a change.`,
      `The first verdict can be given from ${until} on, after a sync.`,
    ]
  }
  if (reason !== null && reason !== 'few-clicks') return [NOT_MEASURED[reason]]
  if (comparison === null) return []
  const { windows, controls, chance } = comparison
  const span = ({ from, until }: { from: number; until: number }) =>
    `${dayText(firstDay + from)} to ${dayText(firstDay + until - 1)}`
  const change = row.controlChange ?? 0
  const moved = `The ${counted(controls.length, 'page')} of the brand without a new article changed by ${percent(change)} in the same days, the steadier ones weighing more.`
  const isNew = row.isNewPage
    ? [
        'The page did not rank before. It is compared by the keywords that it ranks for now, with what the brand got for them before through other pages.',
      ]
    : []
  return [
    verdictText(row),
    `Its ${counted(row.keywords, 'keyword')} had ${perDay(row.clicksBefore)} clicks a day from ${span(windows.before)}, and ${perDay(row.clicksAfter)} from ${span(windows.after)}.`,
    ...isNew,
    moved,
    `How much a page changes by chance was measured on ${counted(chance.runs, 'comparison')} of pages and days without an article. At most 1 in 20 articles without an effect gets a verdict.`,
    'This comparison cannot see a season that only this page has, nor a change that all pages share.',
  ]
}
