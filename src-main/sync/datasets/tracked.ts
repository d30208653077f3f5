import type { SyncDataset } from './dataset.ts'
import { syncPages } from './pages.ts'

export const syncTracked: SyncDataset = async (context) => {
  const { brandId, store, fetchBody } = context
  const rows = await syncPages(context, {
    fetchPage: (cursor) => fetchBody('rankTracking.keywords', { query: cursor === undefined ? {} : { cursor } }),
    ingest: (page) => store.write('tracked.ingest', { brandId, ...page }, [page.body]),
    onPage: (pages) => context.progress(pages, null),
  })
  context.changed(['tracked'])
  return rows
}
