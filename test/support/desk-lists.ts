import { createClusterHandlers } from '../../src-main/clusters/calls.ts'
import { createProspectHandlers } from '../../src-main/prospects/calls.ts'
import { readTopicKeywords } from '../../src-main/rankings/public.ts'
import { storePage } from '../../src-main/sync/datasets/listing.ts'
import { jsonBody } from './json-body.ts'
import { newBrand, tempStore } from './temp-store.ts'

type Listing = 'clusters' | 'prospects' | 'contacts' | 'tracked'

/** A store with brands of the given names, the handlers of its lists, and a short way to fill them. */
export const tempLists = async (...names: string[]) => {
  const opened = await tempStore()
  const { store } = opened
  const ids: string[] = []
  for (const [at, name] of names.entries()) {
    const brand = await store.write('brands.insert', newBrand(name, { createdAtMs: at }))
    ids.push(brand.id)
  }
  let lastBatch = 0
  const ingest = (listing: Listing, brandId: string, reply: unknown, batch = ++lastBatch) =>
    storePage(store, listing, { brandId, batch, body: jsonBody(reply), fetchedAtMs: 1 })
  const sync = (brandId: string, dataset: Listing, fetchedAtMs: number) =>
    store.write('freshness.save', [{ brandId, dataset, state: 'ok', fetchedAtMs, rows: 1 }])
  const handlers = {
    ...createClusterHandlers({ store, topicKeywords: (topic) => readTopicKeywords(store, topic) }),
    ...createProspectHandlers({ store, emit: () => undefined }),
  }
  return { ...opened, ids, ingest, sync, handlers }
}
