// Applies of connector plans, stored step by step: before a brand's change is sent it is `sending` with what is sent, and
// its outcome is stored before the next one begins. So a crash leaves only the brands being sent unknown.
import type { AppliedBrand, ToolChange } from '../../../src-shared/desk/connectors.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { sentenceOf } from '../../store/membership/own-rows.ts'
import type { Permission, Permissions } from '../rules/permissions.ts'
import { type StoredPlan, takePlan } from './connector-plans.ts'

// What a catalog shows of changes that were sent and whose reply was never stored: the desk ended, or the disk refused it.
type EndOfBrand = Omit<AppliedBrand, 'brandId'>

const settleCutOff = (
  { id, name }: { readonly id: string; readonly name: string },
  sent: readonly ToolChange[],
  now: Permissions,
): EndOfBrand => {
  const applied = sent.filter(({ tool, to }) => now.get(tool) === to)
  const left = sent.filter(({ tool, to }) => now.get(tool) !== to)
  if (left.length === 0) return { state: 'applied', applied, moved: [], error: null }
  const error = new DeskError(
    'conflict',
    `${name}: the apply was interrupted, and ${left.length} of the changes did not arrive (${left.map(({ tool }) => tool).join(', ')}).`,
    { brandId: id, operation: 'connectors.update' },
  ).toValue()
  return { state: 'failed', applied, moved: [], error }
}

export type StoredApplyBrand = {
  readonly brandId: string
  /** What was planned; a change with equal ends has its value already and is only checked. */
  readonly changes: readonly ToolChange[]
  readonly state: 'waiting' | 'sending' | 'ended'
  readonly result: EndOfBrand | null
}
export type StoredApply = {
  readonly id: string
  readonly begunAtMs: number
  /** When the interruption was found, at the next start; null: it is running. */
  readonly cutOffAtMs: number | null
  readonly brands: readonly StoredApplyBrand[]
}

const INSERT_BRAND = `
  INSERT INTO connector_apply_brand (apply_id, brand_id, place, changes, state) VALUES (?, ?, ?, ?, 'waiting')
`

const drop = ({ core }: WritableDb, id: string): void => {
  prepared(core, 'DELETE FROM connector_apply_brand WHERE apply_id = ?').run(id)
  prepared(core, 'DELETE FROM connector_apply WHERE id = ?').run(id)
}

/** The plan becomes an apply of the same id; null where it was taken already, is unknown or too old. */
export const beginApply = (
  db: WritableDb,
  { planId, madeSinceMs, atMs }: { planId: string; madeSinceMs: number; atMs: number },
): StoredPlan | null =>
  db.core
    .transaction(() => {
      const plan = takePlan(db, { id: planId, madeSinceMs })
      if (plan === null) return null
      if (plan.restOf !== null) drop(db, plan.restOf)
      prepared(db.core, 'INSERT INTO connector_apply (id, begun_at_ms) VALUES (?, ?)').run(planId, atMs)
      for (const [place, { brandId, changes }] of plan.brands.entries())
        prepared(db.core, INSERT_BRAND).run(planId, brandId, place, JSON.stringify(changes))
      return plan
    })
    .immediate()

/** Awaited before the brand's change is sent. */
export const noteSending = (
  { core }: WritableDb,
  { applyId, brandId, sent }: { applyId: string; brandId: string; sent: readonly ToolChange[] },
): void => {
  const sql = `UPDATE connector_apply_brand SET state = 'sending', sent = ? WHERE apply_id = ? AND brand_id = ?`
  prepared(core, sql).run(JSON.stringify(sent), applyId, brandId)
}

const END = `UPDATE connector_apply_brand SET state = 'ended', result = ? WHERE apply_id = ? AND brand_id = ?`

export const endApplyOf = (
  { core }: WritableDb,
  { applyId, brandId, result }: { applyId: string; brandId: string; result: EndOfBrand },
): void => void prepared(core, END).run(JSON.stringify(result), applyId, brandId)

/** Its results were reported: nothing of it is kept. */
export const endApply = (db: WritableDb, { applyId }: { applyId: string }): void =>
  db.core.transaction(() => drop(db, applyId)).immediate()

const CUT_OFF = `UPDATE connector_apply SET cut_off_at_ms = @atMs
  WHERE cut_off_at_ms IS NULL AND (@applyId IS NULL OR id = @applyId)`

/** At the start of the desk all applies on disk were interrupted. While it runs: the one that is named. */
export const cutOffApplies = (
  { core }: WritableDb,
  { atMs, applyId = null }: { atMs: number; applyId?: string | null },
): void =>
  core
    .transaction(() => {
      // All brands of it were removed since.
      prepared(core, 'DELETE FROM connector_apply WHERE id NOT IN (SELECT apply_id FROM connector_apply_brand)').run()
      prepared(core, CUT_OFF).run({ atMs, applyId })
    })
    .immediate()

type ApplyRecord = Omit<StoredApply, 'brands'>
type BrandRecord = Pick<StoredApplyBrand, 'brandId' | 'state'> & {
  readonly applyId: string
  readonly changes: string
  readonly result: string | null
}

const APPLIES = `
  SELECT id, begun_at_ms AS begunAtMs, cut_off_at_ms AS cutOffAtMs FROM connector_apply ORDER BY begun_at_ms DESC, id
`
const BRANDS = `
  SELECT apply_id AS applyId, brand_id AS brandId, changes, state, result FROM connector_apply_brand
  ORDER BY apply_id, place
`

/** Newest first. */
export const listApplies = ({ core }: ReadableDb, _args: Record<string, never>): StoredApply[] => {
  const applies = prepared<ApplyRecord>(core, APPLIES).all()
  if (applies.length === 0) return []
  const brands = Map.groupBy(prepared<BrandRecord>(core, BRANDS).all(), ({ applyId }) => applyId)
  return applies.map((apply) => ({
    ...apply,
    brands: (brands.get(apply.id) ?? []).map(({ brandId, state, changes, result }) => ({
      brandId,
      state,
      changes: JSON.parse(changes) as ToolChange[], // as saved
      result: result === null ? null : (JSON.parse(result) as EndOfBrand), // as saved
    })),
  }))
}

export type CutOffSend = { readonly applyId: string; readonly sent: readonly ToolChange[] }

const UNKNOWN = `
  SELECT apply_id AS applyId, sent FROM connector_apply_brand
  WHERE brand_id = @brandId AND state = 'sending'
    AND apply_id IN (SELECT id FROM connector_apply WHERE cut_off_at_ms <= @askedAtMs)
`

/** Changes of a brand that an apply was sending when the desk ended, and that a catalog requested at `askedAtMs` shows. */
export const cutOffSends = ({ core }: WritableDb, args: { brandId: string; askedAtMs: number }): CutOffSend[] =>
  prepared<{ applyId: string; sent: string }>(core, UNKNOWN)
    .all(args)
    .map(({ applyId, sent }) => ({ applyId, sent: JSON.parse(sent) as ToolChange[] })) // as saved

export const cellsSent = (sends: readonly CutOffSend[]): ReadonlyMap<string, Permission> =>
  new Map(sends.flatMap(({ sent }) => sent.map(({ tool, to }) => [tool, to] as const)))

/** Stores their outcomes, which the catalog shows. */
export const settleCutOffSends = (
  db: WritableDb,
  { brandId, sends, now }: { brandId: string; sends: readonly CutOffSend[]; now: Permissions },
): void => {
  if (sends.length === 0) return
  const brand = prepared<{ name: string }>(db.core, 'SELECT name FROM brand WHERE id = ?').get(brandId)
  for (const { applyId, sent } of sends) {
    const result = settleCutOff({ id: brandId, name: brand?.name ?? brandId }, sent, now)
    endApplyOf(db, { applyId, brandId, result })
  }
}

const OPEN = 'SELECT count(*) FROM connector_apply WHERE cut_off_at_ms IS NULL'

export const openApplies = sentenceOf(OPEN, () => 'Permissions are being applied. Wait until that has ended.')
