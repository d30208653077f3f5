import type { SyncDataset } from './dataset.ts'
import { syncPages } from './pages.ts'

export const syncContacts: SyncDataset = async (context) => {
  const { brandId, store, fetchBody } = context
  const rows = await syncPages(context, {
    fetchPage: (cursor) => fetchBody('outreach.contacts', { query: cursor === undefined ? {} : { cursor } }),
    ingest: (page) => store.write('contacts.ingest', { brandId, ...page }, [page.body]),
    onPage: (pages) => context.progress(pages, null),
  })
  context.changed(['contacts'])
  return rows
}
