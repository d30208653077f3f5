import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Store } from '../store/store.ts'

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
    const { looked, ...page } = await store.read('cannibalisation.page', input)
    return { ...page, brands: { asked: asked.length, looked } }
  },
  'cannibalisation.keyword': ({ brandId, ...input }) =>
    store.read('cannibalisation.keyword', { ...input, brandId: brands.get(brandId).id }),
})
