// Fired alerts, of this desk alone: each desk evaluates what it has cached. One alert for a rule, a brand and a day, by an
// id made of the three, so that to evaluate a day again changes nothing.

import type { Alert, AlertRule, Occurrence } from '../../../src-shared/desk/alerts.ts'
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { type AlertKind, isKeywordKind } from '../../../src-shared/desk/values/alert-kinds.ts'
import { dayFromNumber, toInstant } from '../../base/clock.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { listPage } from '../../store/paging.ts'
import { holds, isOneOf, searchText } from '../../store/search-text.ts'
import { alertText } from '../rules/alert-text.ts'
import { causesOfAlerts } from './alert-causes.ts'
import { keepRaised, pruneRaised } from './record.ts'

type Row = Pick<Alert, 'id' | 'ruleId' | 'ruleName' | 'kind' | 'brandId' | 'state'> & {
  readonly no: number
  readonly day: number
  readonly firedAtMs: number
  readonly isMuted: number
  readonly total: number
  readonly occurrences: string
}

const COLUMNS = `no, id, rule_id AS ruleId, rule_name AS ruleName, kind, brand_id AS brandId, day,
  fired_at_ms AS firedAtMs, state, is_muted AS isMuted, total, occurrences`

const occurrencesOf = (json: string): Occurrence[] => JSON.parse(json) as Occurrence[] // as saveAlerts wrote them

type Full = Alert & { readonly occurrences: readonly Occurrence[] }

const toAlerts = (db: ReadableDb, rows: readonly Row[]): Full[] => {
  const all = rows.map((row) => ({ ...row, occurrences: occurrencesOf(row.occurrences) }))
  const causes = causesOfAlerts(db, all)
  return all.map(({ no: _, day, firedAtMs, isMuted, total, ...row }) => ({
    ...row,
    day: dayFromNumber(day),
    firedAt: toInstant(firedAtMs),
    isMuted: isMuted === 1,
    count: total,
    ...alertText(row.kind, row.occurrences, total),
    cause: causes.get(row.id) ?? null,
    keyword: isKeywordKind(row.kind) ? (row.occurrences[0]?.subject ?? null) : null,
  }))
}

const withoutOccurrences = ({ occurrences: _, ...alert }: Full): Alert => alert

const SORTS = { day: 'day', firedAt: 'fired_at_ms', count: 'total' } as const

export const alertsPage = (
  db: ReadableDb,
  { brandIds, search, filter, sort, ...page }: ParsedInput<'alerts.page'>,
): CallOutput<'alerts.page'> => {
  if (brandIds !== 'all') for (const id of brandIds) assertBrand(db, id)
  const { rows, ...rest } = listPage<Row>(db.core, page, {
    columns: COLUMNS,
    from: 'alert',
    conditions: [
      brandIds === 'all' ? undefined : isOneOf('brand_id', brandIds),
      holds('search', search),
      isOneOf('state', filter.state),
      isOneOf('kind', filter.kind),
      isOneOf('rule_id', filter.ruleIds),
    ],
    keys: sort.map(({ by, direction }) => ({ by, direction, sql: SORTS[by], nullable: false })),
    tie: 'no',
  })
  return { rows: toAlerts(db, rows).map(withoutOccurrences), ...rest, freshAsOf: null }
}

/** Throws not-found. */
export const getAlert = (db: ReadableDb, { id }: { id: string }): CallOutput<'alerts.get'> => {
  const [alert] = toAlerts(db, prepared<Row>(db.core, `SELECT ${COLUMNS} FROM alert WHERE id = ?`).all(id))
  if (alert === undefined) throw new DeskError('not-found', 'There is no such alert on this desk. It may be too old.')
  return { ...alert, occurrences: [...alert.occurrences] }
}

export type NewAlert = Full

const NEW = `SELECT ${COLUMNS} FROM alert
  WHERE state = 'new' AND day >= @since AND brand_id IN (SELECT value FROM json_each(@brandIds))
    AND (@isWaiting = 0 OR is_notified = 0)
    AND EXISTS (SELECT 1 FROM alert_rule r WHERE r.id = rule_id AND r.is_on = 1
      AND (r.muted_until IS NULL OR r.muted_until <> 'always' AND r.muted_until <= @today))
  ORDER BY day DESC, no DESC LIMIT 2000`

export type NewAlertsArgs = {
  readonly brandIds: readonly string[]
  readonly since: number
  readonly today: string
  /** Only those that nobody was notified of. */
  readonly isWaiting?: boolean
}

/** Alerts that nobody has seen, of rules that are on and not muted; the newest day first. */
export const newAlerts = (db: ReadableDb, { brandIds, isWaiting = false, ...args }: NewAlertsArgs): NewAlert[] => {
  const rows = prepared<Row>(db.core, NEW).all({
    ...args,
    isWaiting: isWaiting ? 1 : 0,
    brandIds: JSON.stringify(brandIds),
  })
  return toAlerts(db, rows)
}

const EVALUATED = 'SELECT rule_id AS ruleId, days FROM alert_evaluated WHERE brand_id = ?'

/** The days that were evaluated for a brand, by rule. */
export const evaluatedDays = (
  { core }: ReadableDb,
  { brandId }: { brandId: string },
): ReadonlyMap<string, readonly number[]> =>
  new Map(
    prepared<{ ruleId: string; days: string }>(core, EVALUATED)
      .all(brandId)
      .map(({ ruleId, days }) => [ruleId, JSON.parse(days) as number[]]), // as saveAlerts wrote them
  )

export type FiredAlert = { readonly day: number; readonly total: number; readonly occurrences: readonly Occurrence[] }
export type SaveAlertsArgs = {
  readonly rule: Pick<AlertRule, 'id' | 'name' | 'condition' | 'filter'> & Partial<Pick<AlertRule, 'mutedUntil'>>
  readonly brandId: string
  /** The days that were evaluated now. */
  readonly days: readonly number[]
  readonly fired: readonly FiredAlert[]
  /** What was evaluated when these days were chosen; absent: nothing. */
  readonly before?: readonly number[] | undefined
  /** Days to remember as evaluated. */
  readonly evaluated: readonly number[]
  readonly atMs: number
  /** Alerts of days before are saved as seen: the rule is new, or the days are old. */
  readonly newFrom: number
  /** Nobody is notified of what a new rule finds: its author looks at the list. */
  readonly isFirstLook: boolean
  readonly isMuted: boolean
}

type Kept = { readonly id: string; readonly day: number; readonly state: string; readonly isNotified: number } & {
  readonly occurrences: string
}
const KEPT = `SELECT id, day, state, is_notified AS isNotified, occurrences FROM alert
  WHERE rule_id = ? AND brand_id = ? AND day IN (SELECT value FROM json_each(?))`
const SAVE = `INSERT INTO alert (id, rule_id, brand_id, kind, rule_name, day, fired_at_ms, state, is_muted, is_notified,
    total, occurrences, search)
  VALUES (@id, @ruleId, @brandId, @kind, @ruleName, @day, @atMs, @state, @isMuted, @isNotified, @total, @occurrences, @search)
  ON CONFLICT (id) DO UPDATE SET state = @state, is_notified = @isNotified, total = @total, occurrences = @occurrences,
    search = @search, fired_at_ms = iif(@state = state, fired_at_ms, @atMs)`
const EVALUATE = 'INSERT OR REPLACE INTO alert_evaluated (rule_id, brand_id, days) VALUES (?, ?, ?)'

type RuleNow = { readonly isOn: number; readonly mutedUntil: string | null; readonly days: string | null }
const RULE_NOW = `SELECT r.is_on AS isOn, r.muted_until AS mutedUntil, e.days FROM alert_rule r
  LEFT JOIN alert_evaluated e ON e.rule_id = r.id AND e.brand_id = ? WHERE r.id = ?`

/** While it was evaluated, a person may have removed the rule, muted it, or turned it off and on: then it is evaluated again. */
const isAsItWas = ({ core }: WritableDb, { rule, brandId, before }: SaveAlertsArgs): boolean => {
  const now = prepared<RuleNow>(core, RULE_NOW).get(brandId, rule.id)
  if (now?.isOn !== 1 || (before !== undefined && now.days === null)) return false
  return rule.mutedUntil === undefined || rule.mutedUntil === now.mutedUntil
}

export const alertIdOf = (ruleId: string, brandId: string, day: number): string =>
  `${ruleId}.${brandId}.${dayFromNumber(day)}`

/** What happened on a day stays fired; days of rankings that come late move a loss to another day. */
const withKept = (kind: AlertKind, fired: FiredAlert, kept: readonly Kept[]): FiredAlert => {
  if (isKeywordKind(kind)) return fired
  const before = kept.filter(({ day }) => day === fired.day).flatMap(({ occurrences }) => occurrencesOf(occurrences))
  const keys = new Set(fired.occurrences.map(({ key }) => key))
  const others = before.filter(({ key }) => !keys.has(key))
  return { ...fired, total: fired.total + others.length, occurrences: [...fired.occurrences, ...others] }
}

/**
 * Replaces the alerts of the evaluated days. What was seen or notified stays so, also where it moved to another day.
 * Returns how many are new.
 */
export const saveAlerts = (
  db: WritableDb,
  args: SaveAlertsArgs,
): { readonly fired: number; readonly changed: number } =>
  db.core
    .transaction(() => {
      const { rule, brandId, days, fired, evaluated, atMs, newFrom, isFirstLook, isMuted } = args
      // Removed meanwhile.
      if (prepared(db.core, 'SELECT 1 FROM brand WHERE id = ?').get(brandId) === undefined)
        return { fired: 0, changed: 0 }
      if (!isAsItWas(db, args)) return { fired: 0, changed: 0 }
      const { kind } = rule.condition
      const kept = prepared<Kept>(db.core, KEPT).all(rule.id, brandId, JSON.stringify(days))
      const known = new Map(kept.flatMap((one) => occurrencesOf(one.occurrences).map(({ key }) => [key, one] as const)))
      const ids = new Set(fired.map(({ day }) => alertIdOf(rule.id, brandId, day)))
      let changed = 0
      if (isKeywordKind(kind))
        for (const { id } of kept)
          if (!ids.has(id)) changed += prepared(db.core, 'DELETE FROM alert WHERE id = ?').run(id).changes
      let count = 0
      for (const one of fired) {
        const { day, total, occurrences } = withKept(kind, one, kept)
        const of = occurrences.map(({ key }) => known.get(key))
        const isSeen = isMuted || day < newFrom || of.every((row) => row?.state === 'seen')
        const isNotified = isMuted || isFirstLook || day < newFrom || of.every((row) => row?.isNotified === 1)
        const isKnown = of.every((row) => row !== undefined)
        if (!isKnown && !isSeen) count += 1
        const id = alertIdOf(rule.id, brandId, day)
        if (!isKnown && day >= newFrom)
          keepRaised(db, rule, { id, brandId, day, occurrences, dataDay: Math.max(...evaluated), atMs })
        const found = JSON.stringify(occurrences)
        if (kept.some((row) => row.day === day && row.occurrences === found)) continue
        changed += 1
        prepared(db.core, SAVE).run({
          id,
          ruleId: rule.id,
          brandId,
          kind,
          ruleName: rule.name,
          day,
          atMs,
          state: isSeen ? 'seen' : 'new',
          isMuted: isMuted ? 1 : 0,
          isNotified: isNotified ? 1 : 0,
          total,
          occurrences: found,
          search: searchText([rule.name, ...occurrences.map(({ subject }) => subject)]),
        })
      }
      prepared(db.core, EVALUATE).run(rule.id, brandId, JSON.stringify(evaluated))
      return { fired: count, changed }
    })
    .immediate()

/** The last days are evaluated again with a rule that changed. What it fired before stays. */
export const forgetEvaluated = ({ core }: WritableDb, { ruleId }: { ruleId: string }): void =>
  void prepared(core, 'DELETE FROM alert_evaluated WHERE rule_id = ?').run(ruleId)

export type MarkAlertsArgs = {
  readonly brandIds: 'all' | readonly string[]
  readonly ids?: readonly string[] | undefined
  readonly state: Alert['state']
}

/** Returns the ids of those whose state changed, and their brands. */
export const markAlerts = (db: WritableDb, { brandIds, ids, state }: MarkAlertsArgs) => {
  const named = isOneOf('id', ids)
  const scope = brandIds === 'all' ? undefined : isOneOf('brand_id', brandIds)
  const conditions = [named, scope].filter((one) => one !== undefined)
  const sql = `UPDATE alert SET state = ?, is_notified = 1 WHERE ${['state <> ?', ...conditions.map((one) => one.sql)].join(' AND ')}
    RETURNING id, brand_id AS brandId`
  return prepared<{ id: string; brandId: string }>(db.core, sql).all(
    state,
    state,
    ...conditions.flatMap(({ params }) => params),
  )
}

export const noteNotified = ({ core }: WritableDb, { ids }: { ids: readonly string[] }): void =>
  void prepared(core, 'UPDATE alert SET is_notified = 1 WHERE id IN (SELECT value FROM json_each(?))').run(
    JSON.stringify(ids),
  )

export const hasOldAlerts = ({ core }: ReadableDb, { before }: { before: number }): boolean =>
  prepared(core, 'SELECT 1 FROM alert WHERE day < ? LIMIT 1').get(before) !== undefined

/** Also what was evaluated for rules that are gone. */
export const pruneAlerts = (db: WritableDb, { before }: { before: number }): void =>
  db.core
    .transaction(() => {
      const { core } = db
      pruneRaised(db, { before })
      prepared(core, 'DELETE FROM alert WHERE day < ?').run(before)
      prepared(core, 'DELETE FROM alert_evaluated WHERE rule_id NOT IN (SELECT id FROM alert_rule)').run()
    })
    .immediate()
