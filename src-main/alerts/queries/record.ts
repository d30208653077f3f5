// Alerts as they were raised first, whether they lasted, and how often the alerts of a rule did. What days that come late
// change of an alert changes nothing here.

import type { AlertCondition, AlertFilter, AlertRule, Occurrence } from '../../../src-shared/desk/alerts.ts'
import { isKeywordKind } from '../../../src-shared/desk/values/alert-kinds.ts'
import { dayNumber } from '../../base/clock.ts'
import { addressesOf, brandDays, findKeyword, rankSeries } from '../../rankings/public.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { BRAND_PAST_DAYS, isClicksDown } from '../rules/brand-alerts.ts'
import { isOfRankings } from '../rules/coverage.ts'
import { hasRecovered, type KeywordCondition, PAST_DAYS } from '../rules/keyword-alerts.ts'

/** An alert that was over within so many whole days counts against its rule. */
const LASTING_DAYS = 3
/** Where so many days do not hold three whole ones, it is not judged. */
const JUDGED_WITHIN = 14
/** Of an alert with more keywords, those with the most clicks are judged. */
const LOSSES_MAX = 20

type Rule = Pick<AlertRule, 'id' | 'condition' | 'filter'>
type WaitsFor = { readonly condition: AlertCondition; readonly filter: AlertFilter }
/** A rule whose thresholds changed is another one: it begins a record of its own. */
const waitsForOf = ({ condition, filter }: WaitsFor): string => JSON.stringify({ condition, filter })

type Loss = Pick<Occurrence, 'key' | 'before'>

const KEEP = `INSERT INTO alert_said (id, rule_id, brand_id, day, waits_for, losses, data_day, said_at_ms)
  VALUES (@id, @ruleId, @brandId, @day, @waitsFor, @losses, @dataDay, @atMs) ON CONFLICT DO NOTHING`

export type Raised = {
  readonly id: string
  readonly brandId: string
  readonly day: number
  readonly occurrences: readonly Occurrence[]
  readonly dataDay: number
  readonly atMs: number
}

/** In the transaction that saves the alert. Only a fall of rankings can be over by itself. */
export const keepRaised = ({ core }: WritableDb, rule: Rule, { occurrences, ...raised }: Raised): void => {
  if (!isOfRankings(rule.condition.kind)) return
  const losses = occurrences.slice(0, LOSSES_MAX).map(({ key, before }): Loss => ({ key, before }))
  prepared(core, KEEP).run({
    ...raised,
    ruleId: rule.id,
    waitsFor: waitsForOf(rule),
    losses: JSON.stringify(losses),
  })
}

type OpenRow = { readonly id: string; readonly day: number; readonly waitsFor: string; readonly losses: string }
type Open = { readonly id: string; readonly day: number; readonly losses: readonly Loss[] } & WaitsFor
export type AlertVerdict = { readonly id: string; readonly hasLasted: boolean }

const OPEN = `SELECT id, day, waits_for AS waitsFor, losses FROM alert_said
  WHERE brand_id = @brandId AND day BETWEEN @newest - ${JUDGED_WITHIN} AND @newest - ${LASTING_DAYS}
    AND has_lasted IS NULL`

/** The first three whole days after one; undefined: there are not so many yet. */
const daysAfter = (day: number, newest: number, isWhole: (day: number) => boolean): readonly number[] | undefined => {
  const days = Array.from({ length: newest - day }, (_, at) => day + 1 + at).filter(isWhole)
  return days.length < LASTING_DAYS ? undefined : days.slice(0, LASTING_DAYS)
}

type Judge = (open: Open) => boolean | undefined

const judgeOfKeywords = (db: ReadableDb, brandId: string, open: readonly Open[], newest: number): Judge => {
  const first = Math.min(...open.map(({ day }) => day)) - PAST_DAYS
  const hasPages = open.some(({ condition }) => condition.kind === 'page-changed')
  const series = rankSeries(db, { brandId, first, last: newest, hasPages })
  return ({ day, condition, losses }) => {
    const after = daysAfter(day, newest, (one) => series.known[one - first] === true)?.map((one) => one - first)
    if (after === undefined) return undefined
    const recovered = losses.filter(({ key, before }) => {
      const days = series.keywords.get(findKeyword(db, brandId, key) ?? -1)
      if (days === undefined) return false
      const names = addressesOf(db.cache, hasPages ? after.map((at) => days.pages[at] ?? 0) : [])
      const isPageBefore = (page: number) => names.get(page) === before
      // Only alerts about keywords come here.
      return hasRecovered(condition as KeywordCondition, { days, known: series.known }, after, isPageBefore)
    })
    return recovered.length * 2 < losses.length
  }
}

const judgeOfClicks = (db: ReadableDb, brandId: string, newest: number): Judge => {
  const points = brandDays(db, { brandId, days: BRAND_PAST_DAYS + JUDGED_WITHIN })
  const clicks = new Map(points.flatMap(({ day, clicks: on, isWhole }) => (isWhole ? [[dayNumber(day), on]] : [])))
  return ({ day, condition }) => {
    const after = daysAfter(day, newest, (one) => clicks.has(one))
    if (after === undefined || condition.kind !== 'clicks-down') return undefined
    return after.every((one) => isClicksDown(condition, clicks, one) !== false)
  }
}

const verdictsUpTo = (db: ReadableDb, brandId: string, newest: number): AlertVerdict[] => {
  const open = prepared<OpenRow>(db.core, OPEN)
    .all({ brandId, newest })
    .map(({ waitsFor, losses, ...row }): Open => ({ ...row, ...JSON.parse(waitsFor), losses: JSON.parse(losses) }))
  const ofKeywords = open.filter(({ condition }) => isKeywordKind(condition.kind))
  const ofClicks = open.filter(({ condition }) => condition.kind === 'clicks-down')
  const judged = (rows: readonly Open[], judgeOf: () => Judge): AlertVerdict[] => {
    if (rows.length === 0) return []
    const judge = judgeOf()
    return rows.flatMap((one) => {
      const hasLasted = judge(one)
      return hasLasted === undefined ? [] : [{ id: one.id, hasLasted }]
    })
  }
  return [
    ...judged(ofKeywords, () => judgeOfKeywords(db, brandId, ofKeywords, newest)),
    ...judged(ofClicks, () => judgeOfClicks(db, brandId, newest)),
  ]
}

/** Whether what was raised of a brand lasted, where the days after it are known. */
export const alertVerdicts = (db: ReadableDb, { brandId }: { brandId: string }): AlertVerdict[] => {
  const newest = brandDays(db, { brandId, days: JUDGED_WITHIN }).findLast(({ isWhole }) => isWhole)?.day
  return newest === undefined ? [] : verdictsUpTo(db, brandId, dayNumber(newest))
}

const JUDGE = `UPDATE alert_said SET has_lasted = ?, losses = '[]' WHERE id = ? AND has_lasted IS NULL`

/** A verdict stays, whatever days come later. */
export const judgeAlerts = ({ core }: WritableDb, { verdicts }: { readonly verdicts: readonly AlertVerdict[] }): void =>
  core
    .transaction(() => {
      for (const { id, hasLasted } of verdicts) prepared(core, JUDGE).run(hasLasted ? 1 : 0, id)
    })
    .immediate()

/** Those of the demo count only on a desk without brands of its own. */
const RECORDS = `SELECT s.rule_id AS ruleId, sum(s.has_lasted) AS right, count(*) AS judged
  FROM json_each(?) r CROSS JOIN alert_said s ON s.rule_id = r.value ->> 0 AND s.waits_for = r.value ->> 1
    JOIN brand b ON b.id = s.brand_id
  WHERE s.has_lasted IS NOT NULL AND b.demo = (SELECT min(demo) FROM brand) GROUP BY s.rule_id`

type Record = { readonly ruleId: string; readonly right: number; readonly judged: number }

/** How many alerts of these rules, as they are now, lasted. */
export const alertRecords = ({ core }: ReadableDb, { rules }: { readonly rules: readonly Rule[] }): Record[] =>
  prepared<Record>(core, RECORDS).all(JSON.stringify(rules.map((rule) => [rule.id, waitsForOf(rule)])))

export const pruneRaised = ({ core }: WritableDb, { before }: { before: number }): void =>
  void prepared(core, 'DELETE FROM alert_said WHERE day < ?').run(before)
