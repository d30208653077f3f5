import { saveCreditSites } from '../../credits/public.ts'
import { syncPages } from '../../service-client/sync-pages.ts'
import type { IngestArgs, IngestResult } from '../../store/parse-reply.ts'
import type { Store } from '../../store/store.ts'
import type { SyncDataset } from './dataset.ts'

type Listing = 'clusters' | 'contacts' | 'mailboxes' | 'outbox' | 'prospects' | 'tracked'
type ListingOperation =
  | 'topicClusters.list'
  | 'outreach.contacts'
  | 'outreach.outbox'
  | 'outreach.prospects'
  | 'outreach.sendingAccounts'
  | 'rankTracking.keywords'

/** Into cache.db; what the last page says of searches for people goes to core.db, which another thread writes. */
export const storePage = async (store: Store, dataset: Listing, page: IngestArgs): Promise<IngestResult> => {
  const result = await store.write(`${dataset}.ingest`, page, [page.body])
  const sites = 'sites' in result ? result.sites : []
  if (sites.length > 0) await saveCreditSites(store, { sites, atMs: page.fetchedAtMs })
  return result
}

/** A dataset that is one listing of the service, read whole, page by page. */
export const syncListing =
  (dataset: Listing, operation: ListingOperation): SyncDataset =>
  async (context) => {
    const { brandId, store, fetchBody } = context
    const rows = await syncPages(context, {
      fetchPage: (cursor) => fetchBody(operation, { query: cursor === undefined ? {} : { cursor } }),
      ingest: (page) => storePage(store, dataset, { brandId, ...page }),
      onPage: (pages) => context.progress(pages, null),
    })
    context.changed([dataset])
    return rows
  }
