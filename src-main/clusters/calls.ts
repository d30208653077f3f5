import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { Store } from '../store/store.ts'

/** They read the cache only. */
export const createClusterHandlers = ({
  store,
}: {
  readonly store: Store
}): Pick<Handlers, 'clusters.page' | 'clusters.summary' | 'clusters.keywords'> => ({
  'clusters.page': (input) => store.read('clusters.page', input),
  'clusters.summary': (input) => store.read('clusters.summary', input),
  'clusters.keywords': async ({ brandId, clusterId }) => {
    const topic = await store.read('clusters.name', { brandId, clusterId })
    return store.read('rankings.topic', { brandId, topic })
  },
})
