import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Clock } from '../clock.ts'
import type { Emit } from '../desk.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { SavedCatalog } from '../store/queries/connector-catalogs.ts'
import type { Store } from '../store/store.ts'
import type { KeyWatch } from '../sync/key-watch.ts'
import type { Catalog, Permissions } from './permissions.ts'

export type CatalogsDeps = {
  readonly store: Store
  readonly client: Pick<ServiceClient, 'request'>
  readonly clock: Clock
  readonly emit: Emit
  /** To be called before the first request of a brand's turn. */
  readonly watchKey: (brandId: string) => KeyWatch
  /** The desk ends now: requests are cut off. */
  readonly signal: AbortSignal
}

/** What the desk itself had set right before a reading, by tool; null: nothing, so what differs came from elsewhere. */
export type OwnTools = Permissions | 'all' | null
/** The same, where only the reading tells whether the desk's act reached this brand. */
type OwnToolsBy = OwnTools | ((catalog: Catalog) => OwnTools)

/** Reads catalogs anew and keeps what differs, and sends what changes them. */
export const createCatalogs = ({ store, client, clock, emit, watchKey, signal }: CatalogsDeps) => {
  const keep = async (
    brandId: string,
    catalog: Catalog,
    askedAtMs: number,
    ownTools: OwnTools,
  ): Promise<SavedCatalog> => {
    const saved = await store.write('connectors.save', {
      ...{ brandId, catalog, askedAtMs, ownTools },
      fetchedAtMs: clock.now(),
    })
    emit('cache.changed', { brandId, tables: ['connectors'] })
    return saved
  }

  /** The key state follows what a request of this room meets, as it does in a sync. */
  const watched = async <Value>(brandId: string, ask: () => Promise<Value>): Promise<Value> => {
    const key = watchKey(brandId)
    try {
      return await ask()
    } catch (error) {
      await key.refused(error)
      throw error
    }
  }

  /** The catalog as it is now, kept. Rejects with the DeskError; what was kept before then stays. */
  const read = (brandId: string, own: OwnToolsBy = null) =>
    watched(brandId, async () => {
      let askedAtMs = clock.now()
      const beforeSend = async () => {
        askedAtMs = clock.now() // after what the limiter made it wait
      }
      const catalog = await client.request('connectors.catalog', { query: {} }, { brandId, beforeSend, signal })
      const ownTools = typeof own === 'function' ? own(catalog) : own
      const { changes } = await keep(brandId, catalog, askedAtMs, ownTools)
      return { catalog, changes }
    })

  /** What the reply says is kept where it cannot be read anew. */
  const readAfter = async (brandId: string, reply: Catalog, ownTools: OwnTools) => {
    const askedAtMs = clock.now()
    try {
      return await read(brandId, ownTools)
    } catch (error) {
      if (!(error instanceof DeskError)) throw error
      const { changes } = await keep(brandId, reply, askedAtMs, ownTools)
      return { catalog: reply, changes }
    }
  }

  return { read, readAfter, watched }
}
export type Catalogs = ReturnType<typeof createCatalogs>
