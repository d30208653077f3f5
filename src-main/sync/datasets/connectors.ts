import { ingestConnectors } from '../../connectors/public.ts'
import type { SyncDataset } from './dataset.ts'

/** The connector catalog; one that differs from the last becomes a version. Returns how many tools it has. */
export const syncConnectors: SyncDataset = async ({ brandId, clock, store, signal, fetchBody, changed }) => {
  const askedAtMs = clock.now()
  const reply = await fetchBody('connectors.catalog', { query: {} })
  signal.throwIfAborted() // nothing is stored once the sync was cancelled
  const read = { brandId, ...reply, askedAtMs, fetchedAtMs: clock.now() }
  const { tools } = await ingestConnectors(store, read, [reply.body])
  changed(['connectors'])
  return tools
}
