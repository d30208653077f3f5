import type { MatrixBrand } from '../../src-shared/desk/connectors.ts'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { toInstant } from '../clock.ts'
import type { Log } from '../log.ts'
import type { StoredCatalog } from '../store/queries/connector-versions.ts'
import { createApply } from './apply.ts'
import { createApplyBrand } from './apply-brand.ts'
import { type CatalogsDeps, createCatalogs } from './catalogs.ts'
import { createOrgSync } from './org-sync.ts'
import { changesBetween } from './permissions.ts'
import { readOnlyReason } from './plan.ts'
import { createPlanning } from './planning.ts'
import { createPresets } from './presets.ts'
import { createReach } from './reach.ts'
import { matrixTools } from './tools.ts'

export type ConnectorDeps = CatalogsDeps & {
  readonly brands: BrandBook
  readonly log: Log
  /** The connector server of the service, from the profile; undefined until it is set. */
  readonly mcpUrl: () => string | undefined
  /** The address of the demo's sandbox; null while it does not run. */
  readonly demoBaseUrl: () => string | null
}

type ConnectorCalls = Extract<keyof Handlers, `connectors.${string}`>
type Row = { readonly brandId: string; readonly name: string; readonly error: MatrixBrand['error'] }

const matrixBrand = ({ brandId, name, error }: Row, catalog: StoredCatalog | null): MatrixBrand => {
  const tools = catalog?.tools ?? []
  return {
    brandId,
    fetchedAt: catalog === null ? null : toInstant(catalog.fetchedAtMs),
    canManage: catalog?.canManage ?? false,
    readOnlyReason: readOnlyReason({ name, catalog }),
    syncEnabled: catalog?.syncEnabled ?? false,
    effective: Object.fromEntries(tools.map((tool) => [tool.name, tool.effective])),
    set: tools.filter((tool) => tool.effective !== tool.default).map((tool) => tool.name),
    drift: catalog?.drift ?? [],
    error,
  }
}

const noVersion = (versionId: string) =>
  new DeskError('not-found', `There is no version "${versionId}". It may be too old, or its brand was removed.`)

export const createConnectorHandlers = (deps: ConnectorDeps): Pick<Handlers, ConnectorCalls> => {
  const { store, client, brands, emit, log, mcpUrl, demoBaseUrl } = deps
  const catalogs = createCatalogs(deps)
  const reach = createReach({ store, brands })
  const presets = createPresets({ store, brands })
  const planning = createPlanning({ store, clock: deps.clock, brands, presets })
  const applyBrand = createApplyBrand({ client, catalogs, brandOf: brands.get })
  const mcpUrlOf = (isDemo: boolean): string | null => {
    if (!isDemo) return mcpUrl() ?? null
    const address = demoBaseUrl()
    return address === null ? null : `${address}/mcp`
  }

  return {
    ...planning.handlers,
    ...presets.handlers,
    ...createApply({ brands, catalogs, planning, reach, applyBrand, emit, log }),
    ...createOrgSync({ store, client, brands, catalogs, reach }),
    'connectors.matrix': async ({ brandIds }) => {
      const ids = brands.resolve(brandIds)
      const [rows, freshness] = await Promise.all([
        reach.catalogsOf(ids),
        store.read('freshness.list', { brandIds: ids }),
      ])
      const read = freshness.filter(({ dataset }) => dataset === 'connectors')
      const errors = new Map(read.map(({ brandId, error }) => [brandId, error]))
      return {
        tools: matrixTools(ids.flatMap((id) => rows.get(id) ?? [])),
        brands: ids.map((brandId) => {
          const { name } = brands.get(brandId)
          return matrixBrand({ brandId, name, error: errors.get(brandId) ?? null }, rows.get(brandId) ?? null)
        }),
      }
    },
    'connectors.versions': async ({ brandId, limit }) => {
      brands.get(brandId)
      return { versions: await store.read('connectors.versions', { brandId, limit }) }
    },
    'connectors.compare': async ({ from, to }) => {
      const before = await store.read('connectors.version', { versionId: from })
      const after = await store.read('connectors.version', { versionId: to })
      if (before === null || after === null) throw noVersion(before === null ? from : to)
      return { changes: changesBetween(before.permissions, after.permissions) }
    },
    'connectors.seen': async ({ brandIds }) => ({
      seen: await store.write('connectors.seen', { brandIds: brands.resolve(brandIds) }),
    }),
    'connectors.address': ({ brandId }) => ({ mcpUrl: mcpUrlOf(brands.get(brandId).demo) }),
  }
}
