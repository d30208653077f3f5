import type { ToolChange } from '../../../src-shared/desk/connectors.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { changesBetween } from '../rules/permissions.ts'
import { toPermissions } from './connector-versions.ts'

export type PermissionEvent = {
  readonly id: string
  readonly brandId: string
  readonly atMs: number
  readonly isByDesk: boolean
  readonly madeBy: string | null
  readonly changes: readonly ToolChange[]
}
type Row = {
  readonly no: number
  readonly brandId: string
  readonly atMs: number
  readonly isByDesk: number
  readonly madeBy: string | null
  readonly permissions: string
  readonly before: string
}

const EVENTS = `SELECT v.no, v.brand_id AS brandId, v.at_ms AS atMs, v.is_by_desk AS isByDesk, v.made_by AS madeBy,
    v.permissions, earlier.permissions AS before
  FROM json_each(@brandIds) b CROSS JOIN connector_version v ON v.brand_id = b.value
  JOIN connector_version earlier ON earlier.no = (SELECT max(no) FROM connector_version
    WHERE brand_id = v.brand_id AND no < v.no)
  WHERE v.at_ms >= @fromMs AND v.at_ms < @untilMs`

/** Versions within this time that changed a permission. The first one of a brand changed none. */
export const permissionEvents = (
  { core }: ReadableDb,
  span: { readonly brandIds: readonly string[]; readonly fromMs: number; readonly untilMs: number },
): PermissionEvent[] =>
  prepared<Row>(core, EVENTS)
    .all({ ...span, brandIds: JSON.stringify(span.brandIds) })
    .map(({ no, permissions, before, isByDesk, ...row }) => ({
      ...row,
      id: String(no),
      isByDesk: isByDesk === 1,
      changes: changesBetween(toPermissions(before), toPermissions(permissions)),
    }))
    .filter(({ changes }) => changes.length > 0)
