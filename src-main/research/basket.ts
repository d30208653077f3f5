import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { BasketRow } from '../../src-shared/desk/research.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { readKeywordStatus } from '../rankings/public.ts'
import type { RoomParts } from '../room.ts'
import type { StoredBasketRow } from './queries/basket.ts'

export type BasketDeps = Pick<RoomParts, 'store' | 'clock' | 'emit'> & {
  readonly brands: Pick<BrandBook, 'get' | 'resolve'>
}

type BasketCalls = 'basket' | 'saveBasket' | 'removeFromBasket'

export const createBasket = (deps: BasketDeps): Pick<Handlers, `research.${BasketCalls}`> => {
  const { store, clock, emit, brands } = deps

  /** Rows with the status of their keyword; rows of one brand stay together. */
  const withStatus = async (rows: readonly StoredBasketRow[]): Promise<BasketRow[]> => {
    const byBrand = Map.groupBy(rows, ({ brandId }) => brandId)
    const parts = await Promise.all(
      Array.from(byBrand, async ([brandId, part]) => {
        const statuses = await readKeywordStatus(store, { brandId, keywords: part.map(({ keyword }) => keyword) })
        return part.map((row, index) => ({ ...row, ...(statuses[index] ?? { isTracked: false, position: null }) }))
      }),
    )
    return parts.flat()
  }

  const list = async (brandIds: 'all' | string[]): Promise<BasketRow[]> =>
    withStatus(await store.read('basket.list', { brandIds: brands.resolve(brandIds) }))

  return {
    'research.basket': async ({ brandIds }) => ({ rows: await list(brandIds) }),
    'research.saveBasket': async ({ brandId, entries }) => {
      brands.get(brandId)
      const saved = await store.write('basket.save', { brandId, entries, atMs: clock.now() })
      emit('changed', { brandIds: [brandId], datasets: ['basket'] })
      return { rows: await withStatus(saved) }
    },
    'research.removeFromBasket': async ({ brandId, keywords }) => {
      brands.get(brandId)
      const removed = await store.write('basket.remove', { brandId, keywords })
      if (removed.length > 0) emit('changed', { brandIds: [brandId], datasets: ['basket'] })
      return { removed: await withStatus(removed) }
    },
  }
}
