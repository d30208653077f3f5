import type { SyncPreview } from '../../src-shared/desk/connectors.ts'
import type { CallOutput, Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { mapConcurrently } from '../base/background.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { asDeskError } from '../desk.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { Store } from '../store/store.ts'
import { BRANDS_AT_ONCE } from './apply.ts'
import type { Catalogs } from './catalogs.ts'
import type { StoredCatalog } from './queries/connector-versions.ts'
import { type Reach, type Relation, relationOf } from './reach.ts'
import { agrees, type Catalog, type CatalogTool, effectiveOf, isSame, type Permissions } from './rules/permissions.ts'

type Cell = SyncPreview['brands'][number]['changes'][number]

/** Switched on, a brand takes the values of the calling brand; a tool that the caller does not have keeps its value. */
export const changesWhenFollowing = (tools: readonly CatalogTool[], shared: Permissions): Cell[] =>
  tools.flatMap(({ name, effective }) => {
    const to = shared.get(name) ?? effective
    return to === effective ? [] : [{ tool: name, from: effective, to }]
  })

/** Switched off, a brand returns to its own settings: null for a tool whose own value was never seen. */
export const changesWhenReturning = (tools: readonly CatalogTool[], own: Permissions | undefined): Cell[] =>
  tools.flatMap(({ name, effective }) => {
    const to = own?.get(name) ?? null
    return to === effective ? [] : [{ tool: name, from: effective, to }]
  })

/** What the preview assumes. */
const previewNote = ({ enabled, isOn, isKnown }: { enabled: boolean; isOn: boolean; isKnown: boolean }): string => {
  if (enabled === isOn) return `Sync is ${isOn ? 'on' : 'off'} already for this brand's organisation. Nothing changes.`
  const assumption = isKnown
    ? 'The organisation is known from an earlier switch. Brands that may belong to it are listed as uncertain.'
    : 'The service does not report which brands share an organisation. The desk assumes every brand with the same sync state.'
  const rest = enabled
    ? 'Brands of the organisation that are not on this desk also change.'
    : 'Each brand returns to its own settings, as last read before sync was switched on. The desk does not know later edits elsewhere.'
  return `${assumption} ${rest}`
}

export type OrgSyncDeps = {
  readonly store: Store
  readonly client: Pick<ServiceClient, 'request'>
  readonly brands: Pick<BrandBook, 'get'>
  readonly catalogs: Catalogs
  readonly reach: Reach
}

type Result = CallOutput<'connectors.setSync'>
type Changes = Result['changed'][number]['changes']
type Reread = { readonly brandId: string; readonly isSwitched: boolean } & (
  | { readonly changes: Changes; readonly syncEnabled: boolean }
  | { readonly error: Result['failed'][number]['error'] }
)

const changedOf = (brandId: string, changes: Changes): Result['changed'] =>
  changes.length === 0 ? [] : [{ brandId, changes }]

/** Whether to show it as changing: not where a catalog is old (another sync state), or lists differ although both are synced. */
const isSure = (caller: StoredCatalog, other: StoredCatalog, relation: Relation): boolean => {
  if (relation === 'apart' || caller.syncEnabled !== other.syncEnabled) return false
  const isOneList = !caller.syncEnabled || agrees(effectiveOf(caller.tools), effectiveOf(other.tools))
  return relation === 'same' || isOneList
}

/** Brands whose sync switched with the caller's, and those whose sync could have but did not; the rest say nothing. */
const splitBySwitch = (rest: readonly Reread[], before: ReadonlyMap<string, StoredCatalog>, enabled: boolean) => ({
  switched: rest.filter(({ isSwitched }) => isSwitched).map(({ brandId }) => brandId),
  unswitched: rest.flatMap((one) => {
    const couldSwitch = before.get(one.brandId)?.syncEnabled === !enabled
    return couldSwitch && 'changes' in one && one.syncEnabled !== enabled ? [one.brandId] : []
  }),
})

type Shown = Map<string, StoredCatalog>

const notRead = (name: string, brandId: string) =>
  new DeskError(
    'conflict',
    `The permissions of ${name} have not been read yet. Sync them first, then open the preview.`,
    { brandId },
  )

const createPreview = ({ store, brands, reach }: OrgSyncDeps, shown: Shown) => {
  /** Everything that the switch would change, the calling brand first. */
  const previewed = async ({
    caller,
    affected,
    enabled,
  }: {
    caller: StoredCatalog
    affected: readonly StoredCatalog[]
    enabled: boolean
  }): Promise<SyncPreview['brands']> => {
    if (caller.syncEnabled === enabled) return []
    const shared = effectiveOf(caller.tools)
    const all = enabled ? affected : [caller, ...affected]
    const own = await store.read('connectors.own', { brandIds: all.map(({ brandId }) => brandId) })
    return all
      .map(({ brandId, tools }) => ({
        brandId,
        changes: enabled ? changesWhenFollowing(tools, shared) : changesWhenReturning(tools, own.get(brandId)),
      }))
      .filter(({ changes }) => changes.length > 0)
  }

  const preview = async (brandId: string, enabled: boolean): Promise<SyncPreview> => {
    const others = reach.othersOf(brandId)
    const known = await reach.catalogsOf([brandId, ...others])
    const caller = known.get(brandId)
    if (caller === undefined) throw notRead(brands.get(brandId).name, brandId)
    shown.set(brandId, caller)
    const related = others.flatMap((id) => {
      const catalog = known.get(id)
      return catalog === undefined ? [] : [{ catalog, relation: relationOf(caller, catalog) }]
    })
    const isKnown = related.some(({ relation }) => relation === 'same')
    const affected = related.flatMap(({ catalog, relation }) => (isSure(caller, catalog, relation) ? [catalog] : []))
    const sure = new Set(affected)
    const uncertain = related.filter(({ catalog, relation }) => {
      return relation !== 'apart' && (!sure.has(catalog) || (isKnown && relation === 'unknown'))
    })
    const unread = others.filter((id) => !known.has(id))
    return {
      brandId,
      enabled,
      brands: await previewed({ caller, affected, enabled }),
      unknown: [...unread, ...uncertain.map(({ catalog }) => catalog.brandId)],
      note: previewNote({ enabled, isOn: caller.syncEnabled, isKnown }),
    }
  }

  return preview
}

export const createOrgSync = (deps: OrgSyncDeps): Pick<Handlers, 'connectors.previewSync' | 'connectors.setSync'> => {
  const { client, brands, catalogs, reach } = deps
  /** What the last preview of a brand showed: a sync may have read newer values since, which nobody has seen. */
  const shown: Shown = new Map()
  const preview = createPreview(deps, shown)

  const memberKey = (brandId: string, detail: DeskError['detail'] = {}) =>
    new DeskError(
      'forbidden',
      `${brands.get(brandId).name}: its key belongs to a member. Only an admin or owner of the brand may switch sync.`,
      { brandId, ...detail },
    )

  const movedSince = (brandId: string) =>
    new DeskError(
      'conflict',
      `The permissions of ${brands.get(brandId).name} changed since the preview. Nothing was switched. Open the preview again.`,
      { brandId },
    )

  /** A brand after the switch; a change counts as this desk's if the switch reached it. */
  const reread = async (brandId: string, reaches: (now: Catalog) => boolean): Promise<Reread> => {
    try {
      const { catalog, changes } = await catalogs.read(brandId, (now) => (reaches(now) ? 'all' : null))
      return { brandId, changes, syncEnabled: catalog.syncEnabled, isSwitched: reaches(catalog) }
    } catch (error) {
      return { brandId, error: asDeskError(error).toValue(), isSwitched: false }
    }
  }

  /** The caller as it is now. Rejects where it may not switch, or differs from what the preview was based on. */
  const callerNow = async (brandId: string, enabled: boolean, rested: StoredCatalog | undefined) => {
    const { catalog, changes } = await catalogs.read(brandId)
    if (!catalog.canManage) throw memberKey(brandId)
    if (rested === undefined) throw notRead(brands.get(brandId).name, brandId)
    const isStanding = isSame(effectiveOf(rested.tools), effectiveOf(catalog.tools))
    const isMoved = catalog.syncEnabled !== rested.syncEnabled || (enabled && !isStanding)
    if (isMoved && catalog.syncEnabled !== enabled) throw movedSince(brandId)
    return { catalog, changes }
  }

  /** After a cut connection or a 5xx the catalog shows whether sync was switched. Rejects where it was not. */
  const afterFailure = async (brandId: string, enabled: boolean, error: unknown) => {
    if (!(error instanceof DeskError)) throw error
    if (error.kind === 'forbidden') throw memberKey(brandId, error.detail)
    if (error.kind !== 'network' && error.kind !== 'service' && error.kind !== 'bad-response') throw error
    const own = ({ syncEnabled }: Catalog) => (syncEnabled === enabled ? ('all' as const) : null)
    const found = await catalogs.read(brandId, own).catch(() => null)
    if (found?.catalog.syncEnabled !== enabled) throw error
    return found
  }

  const switchSync = async (brandId: string, enabled: boolean) => {
    const ask = () => client.request('connectors.setSync', { query: {}, body: { enabled } }, { brandId })
    const reply = await catalogs.watched(brandId, ask).catch((error: unknown) => {
      if (error instanceof DeskError) return error
      throw error
    })
    if (reply instanceof DeskError) return afterFailure(brandId, enabled, reply)
    return catalogs.readAfter(brandId, reply, reply.syncEnabled === enabled ? 'all' : null)
  }

  /**
   * Whether a catalog shows that our switch reached its brand. The same sync state is not enough: switched on, it must
   * have the list of the caller; switched off, it must have had it before.
   */
  const reachedBy =
    (enabled: boolean, shared: readonly Permissions[], before: StoredCatalog | undefined) =>
    ({ syncEnabled, tools }: Catalog): boolean => {
      if (before === undefined || before.syncEnabled === enabled || syncEnabled !== enabled) return false
      const list = effectiveOf(enabled ? tools : before.tools)
      return shared.some((permissions) => agrees(permissions, list))
    }

  const setSync = async (brandId: string, enabled: boolean): Promise<Result> => {
    brands.get(brandId)
    const others = reach.othersOf(brandId)
    const before = await reach.catalogsOf([brandId, ...others])
    const rested = shown.get(brandId) ?? before.get(brandId)
    shown.delete(brandId)
    const { catalog, changes: moved } = await callerNow(brandId, enabled, rested)
    const isOn = catalog.syncEnabled === enabled
    // Nothing to switch and nothing new: the others need not be read either.
    if (isOn && rested?.syncEnabled === enabled)
      return { syncEnabled: enabled, changed: changedOf(brandId, moved), failed: [] }
    const after = isOn ? { catalog, changes: moved } : await switchSync(brandId, enabled)
    const isSwitched = !isOn && after.catalog.syncEnabled === enabled
    // Switched off: the others were last read when the caller's sync was on, or had just been.
    const shared = enabled ? [after.catalog.tools] : [catalog.tools, before.get(brandId)?.tools ?? []]
    const lists = isSwitched ? shared.map(effectiveOf) : []
    const rest = await mapConcurrently(others, BRANDS_AT_ONCE, (id) =>
      reread(id, reachedBy(enabled, lists, before.get(id))),
    )
    if (isSwitched) await reach.learn(brandId, splitBySwitch(rest, before, enabled))
    return {
      syncEnabled: after.catalog.syncEnabled,
      changed: [
        ...changedOf(brandId, after.changes),
        ...rest.flatMap((one) => ('changes' in one ? changedOf(one.brandId, one.changes) : [])),
      ],
      failed: rest.flatMap((one) => ('error' in one ? [{ brandId: one.brandId, error: one.error }] : [])),
    }
  }

  return {
    'connectors.previewSync': ({ brandId, enabled }) => preview(brandId, enabled),
    'connectors.setSync': ({ brandId, enabled }) => setSync(brandId, enabled),
  }
}
