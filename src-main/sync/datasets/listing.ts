import { syncPages } from '../../service-client/sync-pages.ts'
import type { SyncDataset } from './dataset.ts'

type Listing = 'clusters' | 'contacts' | 'mailboxes' | 'outbox' | 'prospects' | 'tracked'
type ListingOperation =
  | 'topicClusters.list'
  | 'outreach.contacts'
  | 'outreach.outbox'
  | 'outreach.prospects'
  | 'outreach.sendingAccounts'
  | 'rankTracking.keywords'

/** A dataset that is one listing of the service, read whole, page by page. */
export const syncListing =
  (dataset: Listing, operation: ListingOperation): SyncDataset =>
  async (context) => {
    const { brandId, store, fetchBody } = context
    const rows = await syncPages(context, {
      fetchPage: (cursor) => fetchBody(operation, { query: cursor === undefined ? {} : { cursor } }),
      ingest: (page) => store.write(`${dataset}.ingest`, { brandId, ...page }, [page.body]),
      onPage: (pages) => context.progress(pages, null),
    })
    context.changed([dataset])
    return rows
  }
