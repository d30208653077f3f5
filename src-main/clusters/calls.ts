import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { Store } from '../store/store.ts'

/** Both read the cache only. */
export const createClusterHandlers = ({
  store,
}: {
  readonly store: Store
}): Pick<Handlers, 'clusters.page' | 'clusters.summary'> => ({
  'clusters.page': (input) => store.read('clusters.page', input),
  'clusters.summary': (input) => store.read('clusters.summary', input),
})
