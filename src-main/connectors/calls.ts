import type { MatrixBrand } from '../../src-shared/desk/connectors.ts'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { namedValues } from '../../src-shared/service/named-values.ts'
import { createTracker, waitAtMost } from '../base/background.ts'
import { toInstant } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { createApply } from './apply.ts'
import { createApplyBrand } from './apply-brand.ts'
import { type CatalogsDeps, createCatalogs } from './catalogs.ts'
import { createOrgSync } from './org-sync.ts'
import { readOnlyReason } from './plan.ts'
import { createPlanning } from './planning.ts'
import { createPresets } from './presets.ts'
import type { StoredCatalog } from './queries/connector-versions.ts'
import { createReach } from './reach.ts'
import { changesBetween } from './rules/permissions.ts'
import { matrixTools } from './tools.ts'
import { createUnfinished } from './unfinished.ts'

export type ConnectorDeps = Omit<CatalogsDeps, 'signal'> & {
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
    effective: namedValues(tools.map((tool) => [tool.name, tool.effective])),
    set: tools.filter((tool) => tool.effective !== tool.default).map((tool) => tool.name),
    drift: catalog?.drift ?? [],
    error,
  }
}

const noVersion = (versionId: string) =>
  new DeskError('not-found', `There is no version "${versionId}". It may be too old, or its brand was removed.`)

/** Work under way has a moment to end; what is cut off then is read again at the next start. */
const CLOSING_GRACE_MS = 3000

/** Permissions of assistants. Finds an apply that was interrupted when the desk ended before it answers any call. */
export const createConnectors = async (deps: ConnectorDeps) => {
  const { store, clock, brands, emit, log, mcpUrl, demoBaseUrl } = deps
  const closing = new AbortController()
  const ending = new AbortController()
  const catalogs = createCatalogs({ ...deps, signal: ending.signal })
  const reach = createReach(deps)
  const presets = createPresets(deps)
  const planning = createPlanning({ ...deps, presets })
  const applyBrand = createApplyBrand({ ...deps, catalogs, brandOf: brands.get, signal: ending.signal })
  const unfinished = createUnfinished({ ...deps, catalogs, planning })
  const underWay = createTracker()
  const apply = createApply({ ...deps, catalogs, planning, reach, applyBrand, closing: closing.signal })
  await unfinished.find()
  const mcpUrlOf = (isDemo: boolean): string | null => {
    if (!isDemo) return mcpUrl() ?? null
    const address = demoBaseUrl()
    return address === null ? null : `${address}/mcp`
  }

  const handlers: Pick<Handlers, ConnectorCalls> = {
    ...planning.handlers,
    ...presets.handlers,
    ...unfinished.handlers,
    'connectors.apply': (input) => underWay.track(Promise.resolve(apply(input))),
    ...createOrgSync({ ...deps, catalogs, reach }),
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
    'connectors.seen': async ({ brandIds }) => {
      const ids = brands.resolve(brandIds)
      const seen = await store.write('connectors.seen', { brandIds: ids })
      emit('changed', { brandIds: ids, datasets: ['connectors'] })
      return { seen }
    },
    'connectors.address': ({ brandId }) => ({ mcpUrl: mcpUrlOf(brands.get(brandId).demo) }),
  }

  return {
    handlers,
    /** Reads the brands whose outcome an interrupted apply left unknown. For shells that stay. */
    start: (): void =>
      void underWay
        .track(unfinished.read())
        .catch((error: unknown) => log.warn({ err: error }, 'the brands of an interrupted apply were not read')),
    /** No further brand is begun; work under way ends, or is cut off after a moment. */
    close: async (): Promise<void> => {
      closing.abort()
      const ended = underWay.settled()
      await waitAtMost(clock, CLOSING_GRACE_MS, ended)
      ending.abort()
      await ended
    },
  }
}
