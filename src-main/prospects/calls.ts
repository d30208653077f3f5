import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { Emit } from '../desk.ts'
import type { Store } from '../store/store.ts'
import { createDiscoverHandlers, type DiscoverDeps } from './discover-calls.ts'
import { createOutreachWatch, type WatchDeps } from './watch.ts'

type ListCalls = 'prospects.page' | 'prospects.mark' | 'contacts.page'

/** The marks are the person's own: they are the desk's alone and survive a new cache. */
export const createProspectHandlers = ({
  store,
  emit,
}: {
  readonly store: Pick<Store, 'read' | 'write'>
  readonly emit: Emit
}): Pick<Handlers, ListCalls> => ({
  'prospects.page': (input) => store.read('prospects.page', input),
  'contacts.page': (input) => store.read('contacts.page', input),
  'prospects.mark': async (input) => {
    const before = await store.write('prospects.mark', input)
    if (before.length > 0) emit('changed', { brandIds: [input.brandId], datasets: ['marks'] })
    return { changed: before.length, before }
  },
})

/** Prospects and contacts, the paid actions that find them, and the watch over what the service works on. */
export const createProspects = (deps: DiscoverDeps & WatchDeps) => {
  const watch = createOutreachWatch(deps)
  return {
    handlers: { ...createProspectHandlers(deps), ...createDiscoverHandlers(deps) },
    start: watch.start,
    close: watch.close,
  }
}
