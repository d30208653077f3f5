import type { SyncDataset } from './dataset.ts'
import { syncPages } from './pages.ts'

export const syncProspects: SyncDataset = async (context) => {
  const { brandId, store, fetchBody } = context
  const rows = await syncPages(context, {
    fetchPage: (cursor) => fetchBody('outreach.prospects', { query: cursor === undefined ? {} : { cursor } }),
    ingest: (page) => store.write('prospects.ingest', { brandId, ...page }, [page.body]),
    onPage: (pages) => context.progress(pages, null),
  })
  context.changed(['prospects'])
  return rows
}
