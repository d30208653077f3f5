// Rules about keywords over the days of one brand: on the reader's thread, since its days are large and what fires is little.
import type { AlertFilter, Occurrence } from '../../../src-shared/desk/alerts.ts'
import { addressesOf, keywordTexts, markedSets, type RankSeries, rankSeries } from '../../rankings/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import { type KeywordCondition, type KeywordLoss, keywordLoss, PAST_DAYS } from '../rules/keyword-alerts.ts'
import type { FiredAlert } from './alerts.ts'

export type KeywordRule = { readonly id: string; readonly condition: KeywordCondition; readonly filter: AlertFilter }
export type KeywordAlertsArgs = {
  readonly brandId: string
  readonly rules: readonly KeywordRule[]
  /** The days to evaluate, as days since 1970, both included. */
  readonly from: number
  readonly to: number
  /** Each alert names its biggest losses. */
  readonly occurrencesMax: number
}

type Found = { readonly keyword: number; readonly loss: KeywordLoss }

const named = (db: ReadableDb, { kind }: KeywordCondition, { keyword, loss }: Found): Occurrence => {
  const subject = keywordTexts(db, [keyword]).get(keyword) ?? ''
  const shown = (value: number | null) =>
    kind === 'page-changed' && value !== null
      ? (addressesOf(db.cache, [value]).get(value) ?? null)
      : value === null
        ? null
        : Math.round(value * 10) / 10
  const { before, after, clicks } = loss
  return { key: subject, subject, before: shown(before), after: shown(after), clicks: Math.round(clicks * 10) / 10 }
}

/** Keywords that the filter leaves; null: all of them. */
const allowedBy = (db: ReadableDb, brandId: string, { starred, tracked, tags }: AlertFilter) => {
  if (!starred && !tracked && tags.length === 0) return null
  const sets = markedSets(db, { brandId, starred, tracked, tags })
  return (keyword: number): boolean => sets.every((set) => set.has(keyword))
}

const lossesOf = (db: ReadableDb, { brandId, from, to }: KeywordAlertsArgs, rule: KeywordRule, series: RankSeries) => {
  const isAllowed = allowedBy(db, brandId, rule.filter)
  const byDay = new Map<number, Found[]>()
  const days = Array.from({ length: to - from + 1 }, (_, index) => from + index - series.first)
  const known = days.filter((at) => series.known[at] === true)
  for (const [keyword, one] of series.keywords) {
    if (isAllowed !== null && !isAllowed(keyword)) continue
    const keywordDays = { days: one, known: series.known }
    for (const at of known) {
      const loss = keywordLoss(rule, keywordDays, at)
      if (loss === null) continue
      const found = byDay.get(at + series.first) ?? []
      byDay.set(at + series.first, found)
      found.push({ keyword, loss })
    }
  }
  return byDay
}

export type RuleAlerts = { readonly ruleId: string; readonly fired: readonly FiredAlert[] }

/** What each rule fires on each of the days, the oldest first. */
export const keywordAlerts = (db: ReadableDb, args: KeywordAlertsArgs): RuleAlerts[] => {
  const hasPages = args.rules.some(({ condition }) => condition.kind === 'page-changed')
  const series = rankSeries(db, { brandId: args.brandId, first: args.from - PAST_DAYS, last: args.to, hasPages })
  return args.rules.map((rule) => ({
    ruleId: rule.id,
    fired: [...lossesOf(db, args, rule, series)]
      .sort(([one], [other]) => one - other)
      .map(([day, found]) => ({
        day,
        total: found.length,
        occurrences: found
          .sort((one, other) => other.loss.clicks - one.loss.clicks || one.keyword - other.keyword)
          .slice(0, args.occurrencesMax)
          .map((one) => named(db, rule.condition, one)),
      })),
  }))
}
