// An alert in words, the same in the list, in Today and in notifications.

import type { Occurrence } from '../../../src-shared/desk/alerts.ts'
import { type AlertKind, isKeywordKind } from '../../../src-shared/desk/values/alert-kinds.ts'
import { dayFromNumber } from '../../base/clock.ts'

/** The title names the first keyword; more than one with its figures does not fit in a row. */
const namedOf = (kind: AlertKind): number => (isKeywordKind(kind) ? 1 : 2)

const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const number = (value: number): string => oneDigit.format(value)
const count = (many: number, one: string, more = `${one}s`): string => `${number(many)} ${many === 1 ? one : more}`

const place = (value: Occurrence['after']): string =>
  typeof value === 'number' ? value.toFixed(1) : value === null ? 'not ranking' : value

/** The path of a page: its site is the brand's. */
const pathOf = (page: Occurrence['after']): string => {
  if (typeof page !== 'string') return '—'
  return URL.canParse(page) ? new URL(page).pathname : page
}

/** Where it stood and where it stands, each once, with the days: the figures of Movers are of others. */
const ofTops = ({ before, after }: Occurrence): string =>
  `position ${place(before)} → ${place(after)} (vs the week before)`
const ofDrop = ({ before, after }: Occurrence): string =>
  `usually ${place(before)}, ${after === null ? 'did not rank' : `now ${place(after)}`}`
const ofPages = ({ before, after }: Occurrence): string => `${pathOf(before)} → ${pathOf(after)}`

/** `“boots”`, `“boots” and 2 more`: short, so that a row shows all of it. */
const keywords = (total: number, { subject }: Occurrence): string =>
  total === 1 ? `“${subject}”` : `“${subject}” and ${number(total - 1)} more`

const titles: Readonly<Record<AlertKind, (total: number, first: Occurrence) => string>> = {
  'lost-top-3': (total, first) => `${keywords(total, first)} lost the top 3`,
  'lost-top-10': (total, first) => `${keywords(total, first)} fell out of the top 10`,
  drop: (total, first) => `${keywords(total, first)} dropped unusually`,
  'page-changed': (total, first) => `Another page ranks for ${keywords(total, first)}`,
  'clicks-down': (_, { before, after }) => {
    const [usual, now] = [Number(before), Number(after)]
    return `Clicks down ${Math.round((100 * (usual - now)) / usual)}% vs the same weekday`
  },
  'audit-score': (total, { after }) =>
    total === 1 ? `Audit score ${number(Number(after))}` : `Audit scores of ${count(total, 'site')} are low or fell`,
  budget: (_, { after }) => `${number(Number(after))}% of the monthly budget used`,
  'silent-webhook': (total, { key, after }) =>
    key === 'silent'
      ? `No webhook for ${count(Number(after), 'day')}`
      : `No webhook after ${count(total, 'published article')}`,
  drift: (total) => `${count(total, 'permission')} changed elsewhere`,
}

const details: Readonly<Record<AlertKind, (one: Occurrence) => string>> = {
  'lost-top-3': ofTops,
  'lost-top-10': ofTops,
  drop: ofDrop,
  'page-changed': ofPages,
  'clicks-down': ({ before, after }) => `${number(Number(after))} clicks, usually ${number(Number(before))}`,
  'audit-score': ({ subject, before, after }) =>
    before === null
      ? `${subject}: ${place(after)}`
      : `${subject}: ${number(Number(before))} → ${number(Number(after))}`,
  budget: ({ before }) => `${number(Number(before))}% the day before`,
  'silent-webhook': ({ key, subject, before }) =>
    key === 'silent'
      ? `Last one on ${dayFromNumber(Number(before))}`
      : `${subject}, published ${dayFromNumber(Number(before))}`,
  drift: ({ subject, before, after }) => `${subject}: ${before} → ${after}`,
}

/** `occurrences` has at least one; `total` counts those that are not kept as well. */
export const alertText = (
  kind: AlertKind,
  occurrences: readonly Occurrence[],
  total: number,
): { readonly title: string; readonly detail: string } => {
  const [first] = occurrences
  if (first === undefined) throw new Error('An alert has at least one occurrence.')
  const detailOf = (one: Occurrence) => {
    const detail = details[kind](one)
    return isKeywordKind(kind) ? detail.charAt(0).toUpperCase() + detail.slice(1) : detail
  }
  const named = occurrences.slice(0, namedOf(kind)).map(detailOf)
  const more = total - named.length
  return { title: titles[kind](total, first), detail: [...named, ...(more > 0 ? [`${more} more`] : [])].join(' · ') }
}
