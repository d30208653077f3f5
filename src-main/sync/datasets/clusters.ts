import type { SyncDataset } from './dataset.ts'
import { syncPages } from './pages.ts'

export const syncClusters: SyncDataset = async (context) => {
  const { brandId, store, fetchBody } = context
  const rows = await syncPages(context, {
    fetchPage: (cursor) => fetchBody('topicClusters.list', { query: cursor === undefined ? {} : { cursor } }),
    ingest: (page) => store.write('clusters.ingest', { brandId, ...page }, [page.body]),
    onPage: (pages) => context.progress(pages, null),
  })
  context.changed(['clusters'])
  return rows
}
