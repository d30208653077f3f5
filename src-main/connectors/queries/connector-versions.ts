import type { CatalogVersion, ToolChange } from '../../../src-shared/desk/connectors.ts'
import { toInstant } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { CHANGED, type ChangedColumns, changedIn } from '../../team/public.ts'
import {
  type CatalogTool,
  changesBetween,
  effectiveOf,
  type Permission,
  type Permissions,
} from '../rules/permissions.ts'

/** The newest catalog of a brand. */
export type StoredCatalog = {
  readonly brandId: string
  readonly fetchedAtMs: number
  readonly canManage: boolean
  readonly syncEnabled: boolean
  readonly organization: string | null
  readonly tools: readonly CatalogTool[]
  /** Changed by somebody else since the person last looked. */
  readonly drift: ToolChange[]
}

/** Permissions as a column holds them: pairs of tool and value. */
export const toPermissions = (json: string): Permissions => new Map(JSON.parse(json) as [string, Permission][]) // as saved

type CatalogRecord = Omit<StoredCatalog, 'canManage' | 'syncEnabled' | 'tools' | 'drift'> & {
  readonly canManage: number
  readonly syncEnabled: number
  readonly tools: string
  readonly expected: string
}

const CATALOGS = `
  SELECT brand_id AS brandId, fetched_at_ms AS fetchedAtMs, can_manage AS canManage, sync_enabled AS syncEnabled,
    organization, tools, expected
  FROM connector_catalog WHERE brand_id IN (SELECT value FROM json_each(?))
`
/** The brands that were ever read, in no order. */
export const listCatalogs = (db: ReadableDb, { brandIds }: { brandIds: readonly string[] }): StoredCatalog[] =>
  prepared<CatalogRecord>(db.core, CATALOGS)
    .all(JSON.stringify(brandIds))
    .map(({ expected, ...row }) => {
      const tools = JSON.parse(row.tools) as CatalogTool[] // as saved
      const drift = changesBetween(toPermissions(expected), effectiveOf(tools))
      return { ...row, canManage: row.canManage === 1, syncEnabled: row.syncEnabled === 1, tools, drift }
    })

type ListRecord = ChangedColumns & {
  readonly no: number
  readonly brandId: string
  readonly atMs: number
  readonly isByDesk: number
  readonly syncEnabled: number
  readonly permissions: string
  readonly before: string | null
}

const VERSIONS = `
  SELECT no, brand_id AS brandId, at_ms AS atMs, is_by_desk AS isByDesk, sync_enabled AS syncEnabled, permissions,
    (SELECT permissions FROM connector_version earlier
     WHERE earlier.brand_id = v.brand_id AND earlier.no < v.no ORDER BY earlier.no DESC LIMIT 1) AS before,
    ${CHANGED}
  FROM connector_version v WHERE brand_id = ? ORDER BY no DESC LIMIT ?
`

/** Newest first. */
export const listVersions = (
  db: ReadableDb,
  { brandId, limit }: { brandId: string; limit: number },
): CatalogVersion[] => {
  const changed = changedIn(db)
  return prepared<ListRecord>(db.core, VERSIONS)
    .all(brandId, limit)
    .map(({ no, atMs, isByDesk, syncEnabled, permissions, before, ...by }) => ({
      versionId: String(no),
      brandId,
      at: toInstant(atMs),
      by: isByDesk === 1 ? 'desk' : 'elsewhere',
      syncEnabled: syncEnabled === 1,
      changes: before === null ? [] : changesBetween(toPermissions(before), toPermissions(permissions)),
      ...changed(by),
    }))
}

export type StoredVersion = { readonly brandId: string; readonly permissions: Permissions }

export const getVersion = (db: ReadableDb, { versionId }: { versionId: string }): StoredVersion | null => {
  if (!/^\d{1,15}$/.test(versionId)) return null
  const sql = 'SELECT brand_id AS brandId, permissions FROM connector_version WHERE no = ?'
  const row = prepared<{ brandId: string; permissions: string }>(db.core, sql).get(Number(versionId))
  return row === undefined ? null : { brandId: row.brandId, permissions: toPermissions(row.permissions) }
}

const OWN = `
  SELECT brand_id AS brandId, permissions FROM connector_version
  WHERE no IN (
    SELECT max(no) FROM connector_version
    WHERE sync_enabled = 0 AND brand_id IN (SELECT value FROM json_each(?)) GROUP BY brand_id
  )
`

/** Each brand's own settings as last seen with sync off; brands never seen so are left out. */
export const ownPermissions = (
  db: ReadableDb,
  { brandIds }: { brandIds: readonly string[] },
): ReadonlyMap<string, Permissions> =>
  new Map(
    prepared<{ brandId: string; permissions: string }>(db.core, OWN)
      .all(JSON.stringify(brandIds))
      .map(({ brandId, permissions }) => [brandId, toPermissions(permissions)]),
  )
