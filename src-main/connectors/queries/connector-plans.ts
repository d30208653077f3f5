// Plans and own presets. A plan is kept on disk, so that one command can make it and the next apply it; it is deleted
// when it is taken, so that it is applied once.
import type { ToolChange } from '../../../src-shared/desk/connectors.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import type { Permission } from '../rules/permissions.ts'

export type StoredPlanBrand = {
  readonly brandId: string
  readonly isOrganizationWide: boolean
  readonly changes: readonly ToolChange[]
}
export type StoredPlan = {
  readonly id: string
  readonly madeAtMs: number
  /** The interrupted apply that this is the rest of; null: of none. */
  readonly restOf: string | null
  readonly brands: readonly StoredPlanBrand[]
}

const INSERT_BRAND = `
  INSERT INTO connector_plan_brand (plan_id, brand_id, place, is_organization_wide, changes) VALUES (?, ?, ?, ?, ?)
`

const dropPlansBefore = ({ core }: WritableDb, beforeMs: number): void => {
  const old = 'SELECT id FROM connector_plan WHERE made_at_ms < ?'
  prepared(core, `DELETE FROM connector_plan_brand WHERE plan_id IN (${old})`).run(beforeMs)
  prepared(core, 'DELETE FROM connector_plan WHERE made_at_ms < ?').run(beforeMs)
}

/** Keeps a plan, and deletes those made before `dropBeforeMs`. */
export const savePlan = (
  db: WritableDb,
  { id, madeAtMs, restOf, brands, dropBeforeMs }: StoredPlan & { readonly dropBeforeMs: number },
): void =>
  db.core
    .transaction(() => {
      dropPlansBefore(db, dropBeforeMs)
      prepared(db.core, 'INSERT INTO connector_plan (id, made_at_ms, rest_of) VALUES (?, ?, ?)').run(
        id,
        madeAtMs,
        restOf,
      )
      for (const [place, { brandId, isOrganizationWide, changes }] of brands.entries()) {
        assertBrand(db, brandId)
        prepared(db.core, INSERT_BRAND).run(id, brandId, place, isOrganizationWide ? 1 : 0, JSON.stringify(changes))
      }
    })
    .immediate()

type PlanBrandRecord = { readonly brandId: string; readonly isOrganizationWide: number; readonly changes: string }

const BRANDS = `
  SELECT brand_id AS brandId, is_organization_wide AS isOrganizationWide, changes
  FROM connector_plan_brand WHERE plan_id = ? ORDER BY place
`

/** Reads and deletes the plan; null where it was taken already, is unknown or too old. In a transaction. */
export const takePlan = (
  { core }: WritableDb,
  { id, madeSinceMs }: { id: string; madeSinceMs: number },
): StoredPlan | null => {
  const sql = 'SELECT made_at_ms AS madeAtMs, rest_of AS restOf FROM connector_plan WHERE id = ? AND made_at_ms >= ?'
  const plan = prepared<Pick<StoredPlan, 'madeAtMs' | 'restOf'>>(core, sql).get(id, madeSinceMs)
  if (plan === undefined) return null
  const brands = prepared<PlanBrandRecord>(core, BRANDS)
    .all(id)
    .map((row) => ({
      ...row,
      isOrganizationWide: row.isOrganizationWide === 1,
      changes: JSON.parse(row.changes) as ToolChange[], // as saved
    }))
  prepared(core, 'DELETE FROM connector_plan_brand WHERE plan_id = ?').run(id)
  prepared(core, 'DELETE FROM connector_plan WHERE id = ?').run(id)
  return { id, ...plan, brands }
}

export type StoredPreset = {
  readonly id: string
  readonly name: string
  readonly permissions: Readonly<Record<string, Permission>>
}

/** A person's own presets, by name. */
export const listPresets = ({ core }: ReadableDb, _args: Record<string, never>): StoredPreset[] =>
  prepared<{ id: string; name: string; permissions: string }>(core, 'SELECT * FROM connector_preset')
    .all()
    .map((row) => ({ ...row, permissions: JSON.parse(row.permissions) as StoredPreset['permissions'] })) // as saved
    .toSorted((left, right) => left.name.localeCompare(right.name))

const SAVE_PRESET = 'INSERT OR REPLACE INTO connector_preset (id, name, permissions) VALUES (?, ?, ?)'

export const savePreset = ({ core }: WritableDb, { id, name, permissions }: StoredPreset): void =>
  void prepared(core, SAVE_PRESET).run(id, name, JSON.stringify(permissions))

export const removePreset = ({ core }: WritableDb, { id }: { id: string }): void =>
  void prepared(core, 'DELETE FROM connector_preset WHERE id = ?').run(id)
