import { DeskError } from '../../src-shared/desk/errors.ts'
import type { KeyWatch } from '../brands/key-watch.ts'
import type { RoomParts } from '../room.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { SavedCatalog } from './queries/connector-catalogs.ts'
import type { Catalog, Permissions } from './rules/permissions.ts'

export type CatalogsDeps = Pick<RoomParts, 'store' | 'clock' | 'emit'> & {
  readonly client: Pick<ServiceClient, 'request'>
  /** To be called before the first request for a brand. */
  readonly watchKey: (brandId: string) => KeyWatch
  /** A whole catalog was read, which counts as a sync of it. */
  readonly onRead: (brandId: string, tools: number) => Promise<void>
  /** Aborted when the desk ends: requests are cut off. */
  readonly signal: AbortSignal
}

/** What this desk had set right before a catalog was read, by tool; null: nothing, so that differences came from elsewhere. */
export type OwnTools = Permissions | 'all' | null
/** The same, where only the catalog shows whether this desk's change reached the brand. */
type OwnToolsBy = OwnTools | ((catalog: Catalog) => OwnTools)

/** Reads catalogs, keeps what differs, and watches the key of the brands. */
export const createCatalogs = ({ store, client, clock, emit, watchKey, onRead, signal }: CatalogsDeps) => {
  const notify = (brandId: string) => emit('changed', { brandIds: [brandId], datasets: ['connectors'] })
  const keep = (brandId: string, catalog: Catalog, askedAtMs: number, ownTools: OwnTools): Promise<SavedCatalog> => {
    const values = { brandId, catalog, askedAtMs, ownTools }
    return store.write('connectors.save', { ...values, fetchedAtMs: clock.now() })
  }

  /** The key state follows the outcome of this room's requests, as it does in a sync. */
  const watched = async <Value>(brandId: string, ask: () => Promise<Value>): Promise<Value> => {
    const key = watchKey(brandId)
    try {
      return await ask()
    } catch (error) {
      await key.refused(error)
      throw error
    }
  }

  /** Reads and keeps the catalog. Rejects with the DeskError; what was kept before then stays. */
  const read = (brandId: string, own: OwnToolsBy = null) =>
    watched(brandId, async () => {
      let askedAtMs = clock.now()
      const beforeSend = async () => {
        askedAtMs = clock.now() // after the limiter's wait
      }
      const catalog = await client.request('connectors.catalog', { query: {} }, { brandId, beforeSend, signal })
      const ownTools = typeof own === 'function' ? own(catalog) : own
      const { changes, tools } = await keep(brandId, catalog, askedAtMs, ownTools)
      await onRead(brandId, tools)
      notify(brandId)
      return { catalog, changes }
    })

  /** Keeps the reply itself where the catalog cannot be read again. */
  const readAfter = async (brandId: string, reply: Catalog, ownTools: OwnTools) => {
    const askedAtMs = clock.now()
    try {
      return await read(brandId, ownTools)
    } catch (error) {
      if (!(error instanceof DeskError)) throw error
      const { changes } = await keep(brandId, reply, askedAtMs, ownTools)
      notify(brandId)
      return { catalog: reply, changes }
    }
  }

  return { read, readAfter, watched }
}
export type Catalogs = ReturnType<typeof createCatalogs>
