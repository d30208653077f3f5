// Drift without reading whole catalogs: the version last seen is compared with what the person expects.
import type { ToolChange } from '../../../src-shared/desk/connectors.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type CatalogTool, changesBetween } from '../rules/permissions.ts'
import { toPermissions } from './connector-versions.ts'

export type Drift = {
  readonly brandId: string
  /** When the first of them was seen. */
  readonly atMs: number
  readonly changes: readonly (ToolChange & { readonly label: string })[]
}

type Row = {
  readonly brandId: string
  readonly expected: string
  readonly permissions: string
  readonly tools: string
  readonly atMs: number
}

/**
 * A brand with one version has no drift: only the catalogs of the others are read, which are long. The texts of the
 * permissions differ for more reasons than drift, but never stay the same with it.
 */
const SQL = `SELECT c.brand_id AS brandId, c.expected, v.permissions, c.tools, coalesce(
    (SELECT min(f.at_ms) FROM connector_version f WHERE f.brand_id = c.brand_id AND f.no > c.seen_no AND f.is_by_desk = 0),
    v.at_ms) AS atMs
  FROM json_each(?) wanted
    CROSS JOIN connector_version v ON v.no = (SELECT max(no) FROM connector_version WHERE brand_id = wanted.value)
      AND v.no > (SELECT min(no) FROM connector_version WHERE brand_id = wanted.value)
    CROSS JOIN connector_catalog c ON c.brand_id = wanted.value
  WHERE v.permissions <> c.expected`

/** Brands with permissions that somebody else changed since a person last looked. */
export const connectorDrift = ({ core }: ReadableDb, { brandIds }: { brandIds: readonly string[] }): Drift[] =>
  prepared<Row>(core, SQL)
    .all(JSON.stringify(brandIds))
    .flatMap(({ brandId, expected, permissions, tools, atMs }) => {
      const changes = changesBetween(toPermissions(expected), toPermissions(permissions))
      if (changes.length === 0) return []
      const labels = new Map((JSON.parse(tools) as CatalogTool[]).map(({ name, label }) => [name, label])) // as saved
      return [{ brandId, atMs, changes: changes.map((one) => ({ ...one, label: labels.get(one.tool) ?? one.tool })) }]
    })
