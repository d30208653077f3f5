// The newest connector catalog of each brand, and a version for each one that differs from the one before. Revert and the
// preview of sync are based on versions: a reply that fails or does not fit changes nothing.
import type { ToolChange } from '../../../src-shared/desk/connectors.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { RawReply } from '../../../src-shared/service/read-reply.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type WritableDb } from '../../store/db.ts'
import { parseReply } from '../../store/parse-reply.ts'
import {
  type Catalog,
  type CatalogTool,
  changesBetween,
  effectiveOf,
  expectedAfter,
  isSame,
  type LaterVersion,
  type Permissions,
  withDeltas,
} from '../rules/permissions.ts'
import { cellsSent, cutOffSends, settleCutOffSends } from './connector-applies.ts'
import { toPermissions } from './connector-versions.ts'

export type SaveCatalogArgs = {
  readonly brandId: string
  readonly catalog: Catalog
  /** When the request began; a catalog older than the one kept is left out. */
  readonly askedAtMs: number
  readonly fetchedAtMs: number
  /** What this desk set just before the catalog was read, by tool; null where it set nothing. */
  readonly ownTools: Permissions | 'all' | null
}

/** `changes` vs the version before; none for the first one. */
export type SavedCatalog = { readonly tools: number; readonly isKept: boolean; readonly changes: ToolChange[] }

type Version = { readonly no: number; readonly permissions: Permissions; readonly isSynced: boolean }

/** Versions kept of a brand, besides the one last seen and the newest of its own settings. */
const VERSIONS_KEPT = 500

const LAST = `
  SELECT no, permissions, sync_enabled AS isSynced FROM connector_version WHERE brand_id = ? ORDER BY no DESC LIMIT 1
`
const INSERT = `
  INSERT INTO connector_version (brand_id, at_ms, is_by_desk, sync_enabled, permissions, own) VALUES (?, ?, ?, ?, ?, ?)
`
const SAVE = `
  INSERT INTO connector_catalog (brand_id, asked_at_ms, fetched_at_ms, can_manage, sync_enabled, tools, seen_no, expected)
  VALUES (@brandId, @askedAtMs, @fetchedAtMs, @canManage, @syncEnabled, @tools, @seenNo, @expected)
  ON CONFLICT (brand_id) DO UPDATE SET asked_at_ms = @askedAtMs, fetched_at_ms = @fetchedAtMs,
    can_manage = @canManage, sync_enabled = @syncEnabled, tools = @tools, expected = @expected
`
const PRUNE = `
  DELETE FROM connector_version WHERE brand_id = @brandId
    AND no < (SELECT no FROM connector_version WHERE brand_id = @brandId ORDER BY no DESC LIMIT 1 OFFSET @kept)
    AND no <> (SELECT seen_no FROM connector_catalog WHERE brand_id = @brandId)
    AND no <> coalesce((SELECT max(no) FROM connector_version WHERE brand_id = @brandId AND sync_enabled = 0), 0)
`

const assertSameTeam = ({ core }: WritableDb, brandId: string, catalog: Catalog): void => {
  const sql = 'SELECT name, team_id AS teamId FROM brand WHERE id = ?'
  const brand = prepared<{ name: string; teamId: string | null }>(core, sql).get(brandId)
  if (brand === undefined || brand.teamId === null || brand.teamId === catalog.brandId) return
  throw new DeskError(
    'bad-response',
    `${brand.name}: the service answered with the permissions of another brand. Nothing was kept. Check the brand's key.`,
    { brandId, operation: 'connectors.catalog' },
  )
}

const lastVersion = ({ core }: WritableDb, brandId: string): Version | null => {
  const row = prepared<{ no: number; permissions: string; isSynced: number }>(core, LAST).get(brandId)
  return row === undefined
    ? null
    : { no: row.no, permissions: toPermissions(row.permissions), isSynced: row.isSynced === 1 }
}

/** Empty for a brand that was never read. */
const expectedOf = ({ core }: WritableDb, brandId: string): Permissions => {
  const sql = 'SELECT expected FROM connector_catalog WHERE brand_id = ?'
  return toPermissions(prepared<{ expected: string }>(core, sql).get(brandId)?.expected ?? '[]')
}

/** Requested before the one that is kept. One requested after this one was fetched means that the clock was set back. */
const isOvertaken = ({ core }: WritableDb, { brandId, askedAtMs, fetchedAtMs }: SaveCatalogArgs): boolean => {
  const sql = 'SELECT 1 FROM connector_catalog WHERE brand_id = ? AND asked_at_ms > ? AND asked_at_ms <= ?'
  return prepared(core, sql).get(brandId, askedAtMs, fetchedAtMs) !== undefined
}

type NewVersion = {
  readonly isSynced: boolean
  readonly permissions: Permissions
  readonly own: readonly string[]
  readonly isByDesk: boolean
}

const insertVersion = (
  { core }: WritableDb,
  { brandId, fetchedAtMs }: SaveCatalogArgs,
  version: NewVersion,
): number => {
  const { isSynced, permissions, own, isByDesk } = version
  const texts = [JSON.stringify([...permissions]), JSON.stringify(own)]
  const values = [brandId, fetchedAtMs, isByDesk ? 1 : 0, isSynced ? 1 : 0, ...texts]
  return Number(prepared(core, INSERT).run(...values).lastInsertRowid)
}

type Inserted = { readonly no: number; readonly versions: readonly LaterVersion[] }

/** What somebody else changed in the same catalog becomes a version of its own, before this desk's. */
const insertVersions = (
  db: WritableDb,
  args: SaveCatalogArgs,
  { last, changes }: { readonly last: Version | null; readonly changes: readonly ToolChange[] },
): Inserted => {
  const { catalog, ownTools } = args
  const isOwn = ({ tool, to }: ToolChange) => ownTools === 'all' || ownTools?.get(tool) === to
  const own = changes.filter(isOwn).map(({ tool }) => tool)
  const foreign = new Map(changes.filter((change) => !isOwn(change)).map(({ tool, to }) => [tool, to]))
  const isByDesk = own.length > 0 || ownTools === 'all'
  const versions: LaterVersion[] = []
  if (last !== null && isByDesk && foreign.size > 0) {
    const before = { permissions: withDeltas(last.permissions, foreign), own: [] }
    insertVersion(db, args, { ...before, isSynced: last.isSynced, isByDesk: false })
    versions.push(before)
  }
  const now = { permissions: effectiveOf(catalog.tools), own }
  const no = insertVersion(db, args, { ...now, isSynced: catalog.syncEnabled, isByDesk })
  return { no, versions: [...versions, now] }
}

const toolOf = ({ name, label, description, group, default: standard, effective }: CatalogTool): CatalogTool => ({
  name,
  label,
  description,
  group,
  default: standard,
  effective,
})

/** What an interrupted apply had sent counts as changed by this desk, even if another request reads it first. */
const ownAsWell = (ownTools: SaveCatalogArgs['ownTools'], sent: Permissions): SaveCatalogArgs['ownTools'] =>
  ownTools === 'all' || sent.size === 0 ? ownTools : new Map([...sent, ...(ownTools ?? [])])

/** Keeps a catalog. Throws not-found for a brand that is gone, bad-response for the catalog of another team. */
export const saveCatalog = (db: WritableDb, args: SaveCatalogArgs): SavedCatalog =>
  db.core
    .transaction(() => {
      const { brandId, catalog, askedAtMs, fetchedAtMs } = args
      assertBrand(db, brandId)
      assertSameTeam(db, brandId, catalog)
      const tools = catalog.tools.length
      if (isOvertaken(db, args)) return { tools, isKept: false, changes: [] }
      const last = lastVersion(db, brandId)
      const effective = effectiveOf(catalog.tools)
      const changes = last === null ? [] : changesBetween(last.permissions, effective)
      const isNew = last === null || last.isSynced !== catalog.syncEnabled || !isSame(last.permissions, effective)
      const sends = cutOffSends(db, args)
      const ownTools = ownAsWell(args.ownTools, cellsSent(sends))
      const { no, versions } = isNew
        ? insertVersions(db, { ...args, ownTools }, { last, changes })
        : { no: last.no, versions: [] }
      const expected = versions.reduce(expectedAfter, expectedOf(db, brandId))
      prepared(db.core, SAVE).run({
        brandId,
        askedAtMs,
        fetchedAtMs,
        seenNo: no,
        expected: JSON.stringify([...expected]),
        canManage: catalog.canManage ? 1 : 0,
        syncEnabled: catalog.syncEnabled ? 1 : 0,
        tools: JSON.stringify(catalog.tools.map(toolOf)),
      })
      settleCutOffSends(db, { brandId, sends, now: effective })
      if (isNew) prepared(db.core, PRUNE).run({ brandId, kept: VERSIONS_KEPT - 1 })
      return { tools, isKept: true, changes }
    })
    .immediate()

/** Keeps a catalog that the sync fetched. */
export const ingestCatalog = (
  db: WritableDb,
  {
    brandId,
    askedAtMs,
    fetchedAtMs,
    ...reply
  }: RawReply & { readonly brandId: string; readonly askedAtMs: number; readonly fetchedAtMs: number },
): SavedCatalog => {
  const catalog = parseReply(db, 'connectors.catalog', { brandId, ...reply })
  return saveCatalog(db, { brandId, catalog, askedAtMs, fetchedAtMs, ownTools: null })
}

/** The person has seen it: drift counts from the newest version. */
export const markSeen = (db: WritableDb, { brandIds }: { brandIds: readonly string[] }): number =>
  prepared(
    db.core,
    `UPDATE connector_catalog SET (seen_no, expected) = (
       SELECT no, permissions FROM connector_version v WHERE v.brand_id = connector_catalog.brand_id
       ORDER BY no DESC LIMIT 1
     )
     WHERE brand_id IN (SELECT value FROM json_each(?))`,
  ).run(JSON.stringify(brandIds)).changes

/** Names the organisation of brands that were seen to follow one shared list, or not to. */
export const saveOrganizations = (
  db: WritableDb,
  { organizations }: { organizations: readonly { brandId: string; organization: string }[] },
): void =>
  db.core
    .transaction(() => {
      const save = prepared(db.core, 'UPDATE connector_catalog SET organization = ? WHERE brand_id = ?')
      for (const { brandId, organization } of organizations) save.run(organization, brandId)
    })
    .immediate()
