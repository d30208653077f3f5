import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { Emit } from '../desk.ts'
import type { Store } from '../store/store.ts'

/** The person's own marks; they are the desk's alone and survive a new cache. */
export const createMarkHandlers = ({
  store,
  emit,
}: {
  readonly store: Pick<Store, 'write'>
  readonly emit: Emit
}): Pick<Handlers, 'prospects.mark'> => ({
  'prospects.mark': async (input) => {
    const before = await store.write('prospects.mark', input)
    if (before.length > 0) emit('changed', { brandIds: [input.brandId], datasets: ['marks'] })
    return { changed: before.length, before }
  },
})
