import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Store } from '../store/store.ts'
import { NO_PARTS } from './queries/conflict-page.ts'

/** Other reads come in between. */
const WORK_MS = 20

export type CannibalisationDeps = {
  readonly store: Store
  readonly brands: Pick<BrandBook, 'resolve' | 'get'>
}

/** From the cache alone. */
export const createCannibalisationHandlers = ({
  store,
  brands,
}: CannibalisationDeps): Pick<Handlers, 'cannibalisation.page' | 'cannibalisation.keyword'> => ({
  'cannibalisation.page': async (input) => {
    const asked = brands.resolve(input.brandIds)
    // A sync works them out; here only what changed without one, brand by brand.
    for (const brandId of await store.read('cannibalisation.stale', { brandIds: asked }))
      await store.write('cannibalisation.save', { brandId })
    let parts = NO_PARTS
    for (let left: readonly string[] = [...new Set(asked)]; left.length > 0; ) {
      const read = await store.read('cannibalisation.parts', { input, brandIds: left, workMs: WORK_MS, before: parts })
      parts = read.parts
      left = read.left
    }
    const { looked, ...page } = await store.read('cannibalisation.page', { input, parts })
    return { ...page, brands: { asked: asked.length, looked } }
  },
  'cannibalisation.keyword': ({ brandId, ...input }) =>
    store.read('cannibalisation.keyword', { ...input, brandId: brands.get(brandId).id }),
})
