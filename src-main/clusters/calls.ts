import type { CallOutput, Handlers } from '../../src-shared/desk/contract.ts'
import type { Store } from '../store/store.ts'

/** They read the cache only. */
export const createClusterHandlers = ({
  store,
  topicKeywords,
}: {
  readonly store: Store
  /** The keywords of the rankings that belong to a topic. */
  readonly topicKeywords: (args: {
    readonly brandId: string
    readonly topic: string
  }) => Promise<CallOutput<'clusters.keywords'>>
}): Pick<Handlers, 'clusters.page' | 'clusters.aiVisibility' | 'clusters.summary' | 'clusters.keywords'> => ({
  'clusters.page': (input) => store.read('clusters.page', input),
  'clusters.aiVisibility': (input) => store.read('clusters.aiVisibility', input),
  'clusters.summary': (input) => store.read('clusters.summary', input),
  'clusters.keywords': async ({ brandId, clusterId }) => {
    const topic = await store.read('clusters.name', { brandId, clusterId })
    return topicKeywords({ brandId, topic })
  },
})
