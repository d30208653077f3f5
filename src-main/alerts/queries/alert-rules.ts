// Rules, and the brands that a rule names: shared in a team. A brand's row goes with the brand.
import type { AlertRule, AlertScope } from '../../../src-shared/desk/alerts.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { dayFromNumber, toInstant } from '../../base/clock.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { CHANGED, type ChangedColumns, changedIn } from '../../team/public.ts'

type Row = ChangedColumns & {
  readonly id: string
  readonly name: string
  readonly scope: 'all' | 'brands' | 'tag'
  readonly tag: string | null
  readonly condition: string
  readonly filter: string
  readonly isOn: number
  readonly mutedUntil: string | null
  readonly madeAtMs: number
  readonly brandIds: string
}

const SELECT = `SELECT id, name, scope, tag, condition, filter, is_on AS isOn, muted_until AS mutedUntil,
    made_at_ms AS madeAtMs, ${CHANGED},
    (SELECT json_group_array(brand_id) FROM alert_rule_brand WHERE rule_id = id) AS brandIds
  FROM alert_rule`

/** One tag stands as it is, as it always did; several, and one that looks like several, as JSON. */
const tagColumn = (tags: readonly string[]): string => {
  const [only = ''] = tags
  return tags.length === 1 && !only.startsWith('[') ? only : JSON.stringify(tags)
}

/** An older version wrote one tag, whatever it was. */
const tagsIn = (column: string): string[] => {
  if (!column.startsWith('[')) return [column]
  try {
    return (JSON.parse(column) as unknown[]).map(String)
  } catch {
    return [column]
  }
}

const scopeOf = ({ scope, tag, brandIds }: Row): AlertScope => {
  if (scope === 'tag') return { of: 'tags', tags: tagsIn(tag ?? '') }
  return scope === 'all' ? { of: 'all' } : { of: 'brands', brandIds: JSON.parse(brandIds) as string[] } // a list of ids
}

const createToRule = (db: ReadableDb) => {
  const changed = changedIn(db)
  return (row: Row): AlertRule => ({
    id: row.id,
    name: row.name,
    scope: scopeOf(row),
    condition: JSON.parse(row.condition) as AlertRule['condition'], // as saved, after the contract parsed it
    filter: JSON.parse(row.filter) as AlertRule['filter'],
    isOn: row.isOn === 1,
    mutedUntil: row.mutedUntil,
    madeAt: toInstant(row.madeAtMs),
    ...changed(row),
  })
}

export type ListedRule = AlertRule & { readonly lastDay: string | null }

const LAST_DAYS =
  'SELECT id AS ruleId, (SELECT max(day) FROM alert WHERE rule_id = alert_rule.id) AS day FROM alert_rule'

/** In the order in which they were made, each with the newest day of its alerts on this desk. */
export const listAlertRules = (db: ReadableDb, _args: Record<string, never>): ListedRule[] => {
  const days = prepared<{ ruleId: string; day: number | null }>(db.core, LAST_DAYS).all()
  const lastDays = new Map(days.map(({ ruleId, day }) => [ruleId, day === null ? null : dayFromNumber(day)]))
  const rows = prepared<Row>(db.core, `${SELECT} ORDER BY made_at_ms, id`).all()
  return rows.map(createToRule(db)).map((rule) => ({ ...rule, lastDay: lastDays.get(rule.id) ?? null }))
}

const getRule = (db: ReadableDb, id: string): AlertRule => {
  const row = prepared<Row>(db.core, `${SELECT} WHERE id = ?`).get(id)
  if (row === undefined)
    throw new DeskError('not-found', `There is no alert rule "${id}" on this desk. It may have been removed.`)
  return createToRule(db)(row)
}

const INSERT = `INSERT INTO alert_rule (id, name, scope, tag, condition, filter, is_on, muted_until, made_at_ms)
  VALUES (@id, @name, @scope, @tag, @condition, @filter, 1, NULL, @atMs)`
const UPDATE = `UPDATE alert_rule SET name = @name, scope = @scope, tag = @tag, condition = @condition,
  filter = @filter WHERE id = @id`

export type SaveRuleArgs = Pick<AlertRule, 'id' | 'name' | 'scope' | 'condition' | 'filter'> & {
  readonly atMs: number
  readonly isNew: boolean
}

/** Throws not-found for an unknown brand, and for a rule that was removed meanwhile. */
export const saveAlertRule = (db: WritableDb, { scope, condition, filter, isNew, ...args }: SaveRuleArgs): AlertRule =>
  db.core
    .transaction(() => {
      if (!isNew) getRule(db, args.id)
      const values = {
        ...args,
        scope: scope.of === 'tags' ? 'tag' : scope.of,
        tag: scope.of === 'tags' ? tagColumn(scope.tags) : null,
        condition: JSON.stringify(condition),
        filter: JSON.stringify(filter),
      }
      prepared(db.core, isNew ? INSERT : UPDATE).run(values)
      const wanted = new Set(scope.of === 'brands' ? scope.brandIds : [])
      for (const brandId of wanted) assertBrand(db, brandId)
      const kept = prepared<string>(db.core, 'SELECT brand_id FROM alert_rule_brand WHERE rule_id = ?').pluck()
      for (const brandId of kept.all(args.id))
        if (!wanted.delete(brandId))
          prepared(db.core, 'DELETE FROM alert_rule_brand WHERE rule_id = ? AND brand_id = ?').run(args.id, brandId)
      for (const brandId of wanted)
        prepared(db.core, 'INSERT INTO alert_rule_brand (rule_id, brand_id) VALUES (?, ?)').run(args.id, brandId)
      return getRule(db, args.id)
    })
    .immediate()

const SET = 'UPDATE alert_rule SET is_on = ?, muted_until = ? WHERE id = ?'
export type SetRuleArgs = Pick<AlertRule, 'id'> & {
  readonly isOn?: boolean | undefined
  readonly mutedUntil?: string | null | undefined
}

/** Only what is given changes. Throws not-found. */
export const setAlertRule = (db: WritableDb, { id, isOn, mutedUntil }: SetRuleArgs): AlertRule =>
  db.core
    .transaction(() => {
      const rule = getRule(db, id)
      const until = mutedUntil === undefined ? rule.mutedUntil : mutedUntil
      prepared(db.core, SET).run((isOn ?? rule.isOn) ? 1 : 0, until, id)
      return getRule(db, id)
    })
    .immediate()

/** Returns the removed one. Throws not-found. */
export const removeAlertRule = (db: WritableDb, { id }: { id: string }): AlertRule =>
  db.core
    .transaction(() => {
      const rule = getRule(db, id)
      prepared(db.core, 'DELETE FROM alert_rule_brand WHERE rule_id = ?').run(id)
      prepared(db.core, 'DELETE FROM alert_rule WHERE id = ?').run(id)
      return rule
    })
    .immediate()
