import PQueue from 'p-queue'
import type { SyncPreview } from '../../src-shared/desk/connectors.ts'
import type { CallOutput, Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { asDeskError } from '../desk.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { StoredCatalog } from '../store/queries/connector-versions.ts'
import type { Store } from '../store/store.ts'
import { BRANDS_AT_ONCE } from './apply.ts'
import type { Catalogs } from './catalogs.ts'
import { effectiveOf } from './permissions.ts'
import { type Reach, relationOf } from './reach.ts'
import { changesWhenFollowing, changesWhenReturning, previewNote } from './sync-preview.ts'

export type OrgSyncDeps = {
  readonly store: Store
  readonly client: Pick<ServiceClient, 'request'>
  readonly brands: Pick<BrandBook, 'get'>
  readonly catalogs: Catalogs
  readonly reach: Reach
}

type Result = CallOutput<'connectors.setSync'>
type Reread = { readonly brandId: string; readonly isSwitched: boolean } & (
  | { readonly changes: Result['changed'][number]['changes'] }
  | { readonly error: Result['failed'][number]['error'] }
)

export const createOrgSync = (deps: OrgSyncDeps): Pick<Handlers, 'connectors.previewSync' | 'connectors.setSync'> => {
  const { store, client, brands, catalogs, reach } = deps

  const notRead = (brandId: string) =>
    new DeskError(
      'conflict',
      `The permissions of ${brands.get(brandId).name} have not been read yet. Sync them first, then look at what would change.`,
      { brandId },
    )
  const memberKey = (brandId: string, detail: DeskError['detail'] = {}) =>
    new DeskError(
      'forbidden',
      `${brands.get(brandId).name}: its key belongs to a member. Only an admin or owner of the brand may switch sync.`,
      { brandId, ...detail },
    )

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
    if (caller === undefined) throw notRead(brandId)
    const related = others.flatMap((id) => {
      const catalog = known.get(id)
      return catalog === undefined ? [] : [{ catalog, relation: relationOf(caller, catalog) }]
    })
    const affected = related.flatMap(({ catalog, relation }) => (relation === 'apart' ? [] : [catalog]))
    const isKnown = related.some(({ relation }) => relation === 'same')
    const uncertain = isKnown ? related.filter(({ relation }) => relation === 'unknown') : []
    const unread = others.filter((id) => !known.has(id))
    return {
      brandId,
      enabled,
      brands: await previewed({ caller, affected, enabled }),
      unknown: [...unread, ...uncertain.map(({ catalog }) => catalog.brandId)],
      note: previewNote({ enabled, isOn: caller.syncEnabled, isKnown }),
    }
  }

  /** A brand as it stands after the switch; what changed counts as this desk's doing where the switch reached it. */
  const reread = async (brandId: string, before: StoredCatalog | undefined, enabled: boolean): Promise<Reread> => {
    try {
      const isReached = ({ syncEnabled }: { readonly syncEnabled: boolean }) =>
        syncEnabled === enabled && before?.syncEnabled === !enabled
      const { catalog, changes } = await catalogs.read(brandId, (now) => (isReached(now) ? 'all' : null))
      return { brandId, changes, isSwitched: isReached(catalog) }
    } catch (error) {
      return { brandId, error: asDeskError(error).toValue(), isSwitched: false }
    }
  }

  const switchSync = async (brandId: string, enabled: boolean) => {
    const { catalog } = await catalogs.read(brandId)
    if (!catalog.canManage) throw memberKey(brandId)
    const ask = () => client.request('connectors.setSync', { query: {}, body: { enabled } }, { brandId })
    const reply = await catalogs.watched(brandId, ask).catch((error: unknown) => {
      throw error instanceof DeskError && error.kind === 'forbidden' ? memberKey(brandId, error.detail) : error
    })
    const isMoved = catalog.syncEnabled !== reply.syncEnabled
    const after = await catalogs.readAfter(brandId, reply, isMoved ? 'all' : null)
    return { isMoved, syncEnabled: after.catalog.syncEnabled, changes: after.changes }
  }

  const setSync = async (brandId: string, enabled: boolean): Promise<Result> => {
    brands.get(brandId)
    const others = reach.othersOf(brandId)
    const before = await reach.catalogsOf(others)
    const { isMoved, syncEnabled, changes } = await switchSync(brandId, enabled)
    const queue = new PQueue({ concurrency: BRANDS_AT_ONCE })
    const rest = await queue.addAll(others.map((id) => () => reread(id, before.get(id), enabled)))
    const stood = rest.flatMap((one) => {
      const wasOther = before.get(one.brandId)?.syncEnabled === !enabled
      return 'changes' in one && wasOther && !one.isSwitched ? [one.brandId] : []
    })
    const switched = rest.filter(({ isSwitched }) => isSwitched).map((one) => one.brandId)
    if (isMoved && syncEnabled === enabled) await reach.learn(brandId, { switched, stood })
    const changed = rest.flatMap((one) => ('changes' in one ? [{ brandId: one.brandId, changes: one.changes }] : []))
    return {
      syncEnabled,
      changed: [{ brandId, changes }, ...changed].filter((one) => one.changes.length > 0),
      failed: rest.flatMap((one) => ('error' in one ? [{ brandId: one.brandId, error: one.error }] : [])),
    }
  }

  return {
    'connectors.previewSync': ({ brandId, enabled }) => preview(brandId, enabled),
    'connectors.setSync': ({ brandId, enabled }) => setSync(brandId, enabled),
  }
}
