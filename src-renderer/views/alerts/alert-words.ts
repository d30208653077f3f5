// Rules and what alerts found, in words.

import type {
  Alert,
  AlertCondition,
  AlertFilter,
  AlertRule,
  AlertRuleDraft,
  AlertScope,
  ListedRule,
  Occurrence,
} from '../../../src-shared/desk/alerts.ts'
import { type AlertKind, isKeywordKind } from '../../../src-shared/desk/values/alert-kinds.ts'
import { turnsIn } from '../../../src-shared/desk/values/page-turns.ts'
import { BAND_ENDS, LOSS_MARGIN } from '../../../src-shared/desk/values/position-bands.ts'
import { DAY_MS } from '../../../src-shared/service/durations.ts'
import { isolate } from '../../format/isolate.ts'
import { joinParts } from '../../format/join-parts.ts'
import { formatDecimal, formatPosition, formatWhole, NO_VALUE, plural } from '../../format/numbers.ts'
import { tagsText } from '../../format/rule-labels.ts'
import { formatDay } from '../../format/time.ts'
import { brandName } from '../../state/brands.ts'
import { pathOf } from '../../table/links.ts'

export const KIND_WORDS: Readonly<Record<AlertKind, string>> = {
  'lost-top-3': 'A keyword loses the top 3',
  'lost-top-10': 'A keyword falls out of the top 10',
  drop: 'A keyword drops unusually',
  'page-changed': 'Another page ranks for a keyword',
  'clicks-down': 'Clicks of a brand go down',
  'audit-score': 'An audit score falls',
  budget: 'The monthly AI credits are used',
  'silent-webhook': 'No webhook arrives',
  drift: 'Permissions of assistants change elsewhere',
}

const forDays = (days: number): string => (days === 1 ? 'on one day' : `for ${days} days in a row`)

type TopCondition = Extract<AlertCondition, { kind: 'lost-top-3' | 'lost-top-10' }>

/** With what counts as the top, and from where on it is lost: 3.4 is in the top 3, at 3.7 it is not lost. */
const topWords = ({ kind, days }: TopCondition, end: number): string =>
  `${KIND_WORDS[kind]} (better than ${formatDecimal(end)}): ${formatDecimal(end + LOSS_MARGIN)} or worse ${forDays(days)}`

const auditWords = ({ below, droppedBy }: Extract<AlertCondition, { kind: 'audit-score' }>): string => {
  const parts = [
    ...(below === null ? [] : [`below ${formatPosition(below)}`]),
    ...(droppedBy === null ? [] : [`by ${formatPosition(droppedBy)} or more`]),
  ]
  return `An audit score falls ${parts.join(' or ')}`
}

/** What a rule waits for. */
export const conditionText = (condition: AlertCondition): string => {
  switch (condition.kind) {
    case 'lost-top-3':
      return topWords(condition, BAND_ENDS.top3)
    case 'lost-top-10':
      return topWords(condition, BAND_ENDS['4-10'])
    case 'page-changed':
      return `${KIND_WORDS[condition.kind]}, ${forDays(condition.days)}`
    case 'drop':
      return `${KIND_WORDS.drop} and loses at least ${plural(condition.lostClicks, 'click')} a day`
    case 'clicks-down':
      return `Clicks of a day are ${condition.percent}% and at least ${plural(condition.clicks, 'click')} below the same weekday in the ${condition.weeks} weeks before`
    case 'audit-score':
      return auditWords(condition)
    case 'budget':
      return `${condition.percent}% of the monthly AI credits are used`
    case 'silent-webhook':
      return `No webhook arrives for ${plural(condition.days, 'day')}${
        condition.afterPublish === null
          ? ''
          : `, or within ${plural(condition.afterPublish, 'day')} after an article is published`
      }. Only brands that had a webhook before`
    case 'drift':
      return 'Someone changes permissions outside this desk'
  }
}

/** What an empty list means: where no rule is on, nobody looked. */
export const nothingFound = (rules: readonly Pick<AlertRule, 'isOn'>[]): string =>
  rules.some(({ isOn }) => isOn)
    ? 'The rules found nothing. The desk looks again after each sync.'
    : 'No rule is on, so the desk looks for nothing. Switch one on under Rules.'

export const ALL_BRANDS = 'All brands, also new ones'

const NAMED = 3

/** `Acme, Bolt, Corp and 4 more`. */
export const brandsText = (brandIds: readonly string[]): string => {
  const named = brandIds.slice(0, NAMED).map((id) => isolate(brandName(id)))
  const more = brandIds.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export const scopeText = (scope: AlertScope): string => {
  if (scope.of === 'all') return ALL_BRANDS
  return scope.of === 'tags' ? `Brands with ${tagsText(scope.tags)}` : brandsText(scope.brandIds)
}

const filterParts = ({ starred, tracked, tags, minClicksAWeek, minImpressionsAWeek }: AlertFilter): string[] => [
  starred ? 'starred keywords only' : '',
  tracked ? 'tracked keywords only' : '',
  tags.length === 0 ? '' : `keywords with the tag ${tags.map(isolate).join(' or ')}`,
  minClicksAWeek === 0 ? '' : `keywords with at least ${plural(minClicksAWeek, 'click')} a week`,
  minImpressionsAWeek === 0 ? '' : `keywords with at least ${plural(minImpressionsAWeek, 'impression')} a week`,
]

/** What a rule waits for and of which keywords: the limits that an alert passed. */
export const limitText = ({ condition, filter }: Pick<AlertRuleDraft, 'condition' | 'filter'>): string =>
  joinParts([conditionText(condition), ...(isKeywordKind(condition.kind) ? filterParts(filter) : [])])

const OPEN_KEYWORD = 'Open the keyword: its chart shows when it fell and what happened on that day.'
const NEXT_STEPS: Readonly<Record<AlertKind, string>> = {
  'lost-top-3': OPEN_KEYWORD,
  'lost-top-10': OPEN_KEYWORD,
  drop: 'Open the keyword in Movers: it shows the likely cause with its evidence.',
  'page-changed':
    'Check that the page that ranks now is the one you want. If not, link from it to the other one, or merge the two.',
  'clicks-down': 'Compare visibility and clicks by day: with the same positions, fewer people searched.',
  'audit-score': 'Open the audit to see which tests fail now.',
  budget: 'See what used the credits, then raise the budget or wait for the next month.',
  'silent-webhook': 'Send a sample to the address. If it arrives, check the webhook in the service.',
  drift: 'Review the changes, then keep them or restore the earlier version.',
}

/** What a person does about an alert, at its `placeOf`. */
export const nextText = ({ kind, cause }: Pick<Alert, 'kind' | 'cause'>): string => {
  if (turnsIn(cause) !== null) return 'Open Competing pages: it shows the days of both pages and what to do.'
  return kind === 'drop' && cause === null ? OPEN_KEYWORD : NEXT_STEPS[kind]
}

/** Why an alert has no cause. */
export const noCauseText = (kind: AlertKind): string => {
  switch (kind) {
    case 'lost-top-3':
    case 'lost-top-10':
    case 'drop':
      return 'No cause was looked for: no real drop that continues now began around this day. No pages take turns'
    case 'page-changed':
      return 'No cause was looked for: a change of page is no loss. No pages take turns'
    case 'clicks-down':
      return 'No cause was looked for: no loss of the brand’s clicks that continues now began around this day'
    default:
      return 'Causes are looked for where keywords or clicks are lost'
  }
}

/** `All brands · starred keywords only`. */
export const aboutText = ({
  scope,
  filter,
  condition,
}: Pick<AlertRuleDraft, 'scope' | 'filter' | 'condition'>): string =>
  joinParts([scopeText(scope), ...(isKeywordKind(condition.kind) ? filterParts(filter) : [])])

export const isMuted = ({ mutedUntil }: Pick<AlertRule, 'mutedUntil'>, today: string): boolean =>
  mutedUntil === 'always' || (mutedUntil !== null && mutedUntil > today)

export const mutedText = ({ mutedUntil }: Pick<AlertRule, 'mutedUntil'>): string =>
  mutedUntil === null || mutedUntil === 'always' ? 'Muted' : `Muted until ${formatDay(mutedUntil)}`

const dayOfNumber = (day: number): string => formatDay(new Date(day * DAY_MS).toISOString().slice(0, 10))

/** One end of an occurrence. */
export const valueText = (
  kind: AlertKind,
  { key }: Pick<Occurrence, 'key'>,
  which: 'before' | 'after',
  value: Occurrence['after'],
): string => {
  if (value === null)
    return isKeywordKind(kind) && kind !== 'page-changed' && which === 'after' ? 'not ranking' : NO_VALUE
  if (typeof value === 'string') return kind === 'page-changed' ? pathOf(value) : value
  if (kind === 'silent-webhook')
    return which === 'before'
      ? dayOfNumber(value)
      : key === 'silent'
        ? `${plural(value, 'day')} ago`
        : formatWhole(value)
  if (kind === 'budget') return `${formatDecimal(value)}%`
  return kind === 'clicks-down' ? formatWhole(Math.round(value)) : formatDecimal(value)
}

/** What stands above both ends, by kind. */
export const ENDS: Readonly<Record<AlertKind, readonly [subject: string, before: string, after: string]>> = {
  'lost-top-3': ['Keyword', 'Week before the loss', 'That day'],
  'lost-top-10': ['Keyword', 'Week before the loss', 'That day'],
  drop: ['Keyword', 'Usually', 'That day'],
  'page-changed': ['Keyword', 'Page before', 'Page after'],
  'clicks-down': ['Brand', 'Usual clicks', 'Clicks'],
  'audit-score': ['Site', 'Before', 'After'],
  budget: ['Budget', 'Day before', 'Used'],
  'silent-webhook': ['Webhook', 'Since', 'Last one'],
  drift: ['Permission', 'Before', 'After'],
}

/** The newest day that a rule fired for, whichever brand is shown. Alerts are kept for 400 days. */
export const lastFiredText = ({ lastDay, scope }: Pick<ListedRule, 'lastDay' | 'scope'>, nowMs: number): string => {
  if (lastDay === null) return 'Has not fired yet'
  const isOfOne = scope.of === 'brands' && scope.brandIds.length === 1
  return `Last alert${isOfOne ? '' : ' of any brand'}: ${formatDay(lastDay, nowMs)}`
}
