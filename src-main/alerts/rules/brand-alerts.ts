// Rules about a brand as a whole, over what the desk knows of it by day. Days are numbers since 1970, in UTC.

import type { AlertCondition, Occurrence } from '../../../src-shared/desk/alerts.ts'
import { DAY_MS } from '../../base/clock.ts'
import { lossOn } from './crossing.ts'
import type { KeywordCondition } from './keyword-alerts.ts'

export type BrandCondition = Exclude<AlertCondition, KeywordCondition>

/** What happened, by day, each list oldest first. */
export type BrandFacts = {
  /** Clicks of days that were read whole. */
  readonly clicks: ReadonlyMap<number, number>
  readonly audits: readonly { readonly day: number; readonly url: string; readonly score: number }[]
  /** `budget` null: there is none. */
  readonly credits: {
    readonly budget: number | null
    readonly spent: readonly { readonly day: number; readonly amount: number }[]
  }
  readonly deliveryDays: readonly number[]
  readonly published: readonly { readonly day: number; readonly slug: string; readonly isConfirmed: boolean }[]
  /** Permissions that somebody else changed. */
  readonly permissions: readonly {
    readonly day: number
    readonly tool: string
    readonly from: string
    readonly to: string
  }[]
}

export const NO_FACTS: BrandFacts = {
  clicks: new Map(),
  audits: [],
  credits: { budget: null, spent: [] },
  deliveryDays: [],
  published: [],
  permissions: [],
}

type Of<Kind extends BrandCondition['kind']> = Extract<BrandCondition, { readonly kind: Kind }>

const WEEK = 7
const NORMAL = 1
const DOWN = 2
/** Three normal days of the last five, and the next fall counts again. */
const RECOVERED = { homeDays: 3, ofDays: 5 } as const
/** Days before the one looked at that a rule may need: 28 to look back, and 8 weeks before those. */
export const BRAND_PAST_DAYS = 28 + 8 * WEEK

/** Mean of the same weekday in the weeks before; null where more than half of them are not known. */
export const sameWeekdays = (clicks: ReadonlyMap<number, number>, day: number, weeks: number): number | null => {
  let sum = 0
  let known = 0
  for (let week = 1; week <= weeks; week += 1) {
    const value = clicks.get(day - week * WEEK)
    if (value === undefined) continue
    sum += value
    known += 1
  }
  return known * 2 < weeks ? null : sum / known
}

/** Undefined: not known. */
export const isClicksDown = (
  { percent, clicks: least, weeks }: Of<'clicks-down'>,
  clicks: BrandFacts['clicks'],
  day: number,
): boolean | undefined => {
  const now = clicks.get(day)
  const usual = now === undefined ? null : sameWeekdays(clicks, day, weeks)
  if (now === undefined || usual === null) return undefined
  return usual - now >= least && now <= usual * (1 - percent / 100)
}

const clicksDown = (condition: Of<'clicks-down'>, { clicks }: BrandFacts, day: number) => {
  const { weeks } = condition
  const stateOf = (at: number) => {
    const isDown = isClicksDown(condition, clicks, at)
    return isDown === undefined ? undefined : isDown ? DOWN : NORMAL
  }
  if (stateOf(day) !== DOWN) return []
  const options = { stateOf, isHome: (state: number) => state === NORMAL, isLoss: (state: number) => state === DOWN }
  if (lossOn(day, { ...options, ...RECOVERED, lossDays: 1 }) === null) return []
  const before = Math.round(sameWeekdays(clicks, day, weeks) ?? 0)
  return [{ key: 'clicks', subject: '', before, after: clicks.get(day) ?? 0, clicks: null }]
}

/** The last audit of each site on that day vs the last one before. */
const auditScore = ({ below, droppedBy }: Of<'audit-score'>, { audits }: BrandFacts, day: number): Occurrence[] =>
  [...Map.groupBy(audits, ({ url }) => url)].flatMap(([url, all]) => {
    const now = all.findLast((audit) => audit.day === day)?.score
    const before = all.findLast((audit) => audit.day < day)?.score ?? null
    if (now === undefined) return []
    const isBelow = below !== null && now < below && (before === null || before >= below)
    const isDrop = droppedBy !== null && before !== null && before - now >= droppedBy
    return isBelow || isDrop ? [{ key: url, subject: url, before, after: now, clicks: null }] : []
  })

const monthStart = (day: number): number => {
  const at = new Date(day * DAY_MS)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1) / DAY_MS
}

/** On the day on which the share is passed; again in the next month only. */
const budgetUsed = ({ percent }: Of<'budget'>, { credits }: BrandFacts, day: number): Occurrence[] => {
  const { budget, spent } = credits
  if (budget === null || budget <= 0) return []
  const from = monthStart(day)
  const until = (last: number) =>
    spent.reduce((sum, one) => sum + (one.day >= from && one.day <= last ? one.amount : 0), 0)
  const share = (used: number) => (100 * used) / budget
  const [before, now] = [share(until(day - 1)), share(until(day))]
  if (now < percent || before >= percent) return []
  const key = new Date(day * DAY_MS).toISOString().slice(0, 7)
  return [{ key, subject: '', before: Math.floor(before), after: Math.floor(now), clicks: null }]
}

/** On the one day on which the silence has lasted so long: it is over with the next delivery. */
const silentWebhook = (
  { days, afterPublish }: Of<'silent-webhook'>,
  { deliveryDays, published }: BrandFacts,
  day: number,
): Occurrence[] => {
  const last = deliveryDays.findLast((one) => one <= day)
  // A brand that never had a delivery has no webhook.
  if (last === undefined) return []
  if (day - last === days) return [{ key: 'silent', subject: '', before: last, after: days, clicks: null }]
  if (afterPublish === null) return []
  return published.flatMap(({ day: out, slug, isConfirmed }) =>
    isConfirmed || day - out !== afterPublish || last >= out
      ? []
      : [{ key: `published ${slug}`, subject: slug, before: out, after: afterPublish, clicks: null }],
  )
}

const drifted = ({ permissions }: BrandFacts, day: number): Occurrence[] =>
  permissions.flatMap((change) =>
    change.day !== day
      ? []
      : [
          {
            key: `${change.tool} ${change.to}`,
            subject: change.tool,
            before: change.from,
            after: change.to,
            clicks: null,
          },
        ],
  )

/** What fires for a brand on that day. */
export const brandOccurrences = (condition: BrandCondition, facts: BrandFacts, day: number): Occurrence[] => {
  switch (condition.kind) {
    case 'clicks-down':
      return clicksDown(condition, facts, day)
    case 'audit-score':
      return auditScore(condition, facts, day)
    case 'budget':
      return budgetUsed(condition, facts, day)
    case 'silent-webhook':
      return silentWebhook(condition, facts, day)
    case 'drift':
      return drifted(facts, day)
  }
}
