import type { BrandBook } from '../brands/brand-book.ts'
import { keyStateOf } from '../brands/handlers.ts'
import type { ServiceClient } from '../service-client/client.ts'

export type KeyWatch = {
  /** A request of this brand was served. */
  readonly served: (brandId: string) => Promise<void>
  /** A request of this brand ended with this error. */
  readonly refused: (brandId: string, error: unknown) => Promise<void>
}

/** Keeps a brand's keyState true to what its syncs meet. */
export const createKeyWatch = (deps: {
  readonly book: BrandBook
  readonly client: Pick<ServiceClient, 'request'>
}): KeyWatch => {
  const { book, client } = deps

  /** 403 also means "not in your plan": only where the catalog is refused too does the key not serve the brand. */
  const isServedElsewhere = (brandId: string): Promise<boolean> =>
    client.request('connectors.catalog', { query: {} }, { brandId }).then(
      () => true,
      (error: unknown) => keyStateOf(error) === null,
    )

  const setKeyState = async (
    brandId: string,
    keyState: 'ok' | 'missing' | 'unauthorized' | 'forbidden' | 'unchecked',
  ) => {
    const brand = book.find(brandId)
    if (brand !== null && brand.keyState !== keyState) await book.update(brandId, { keyState })
  }

  return {
    served: (brandId) => setKeyState(brandId, 'ok'),
    refused: async (brandId, error) => {
      const keyState = keyStateOf(error)
      if (keyState === null) return
      if (keyState === 'forbidden' && (await isServedElsewhere(brandId))) return
      await setKeyState(brandId, keyState)
    },
  }
}
