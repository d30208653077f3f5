import type { Brand } from '../../src-shared/desk/brands.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { BrandBook } from './brand-book.ts'
import { keyStateOf } from './calls.ts'

/** Reports about the key that the brand had when the watch began; once it is replaced, reports are ignored. */
export type KeyWatch = {
  readonly served: () => Promise<void>
  /** A request ended with this error. */
  readonly refused: (error: unknown) => Promise<void>
  /** Whether the brand still has that key. */
  readonly isCurrent: () => boolean
}

/** Keeps a brand's keyState up to date with the outcome of its requests. */
export const createKeyWatch = (deps: {
  readonly book: BrandBook
  readonly client: Pick<ServiceClient, 'proveKey'>
  readonly keyChangesOf: (brandId: string) => number
}) => {
  const { book, client, keyChangesOf } = deps

  /** 403 also means "not in your plan": the key has no access only where the catalog is refused too. */
  const isServedElsewhere = (brandId: string): Promise<boolean> =>
    client.proveKey({ brandId }).then(
      () => true,
      (error: unknown) => keyStateOf(error) === null,
    )

  const setKeyState = async (brandId: string, keyState: Brand['keyState']) => {
    const brand = book.find(brandId)
    if (brand !== null && brand.keyState !== keyState) await book.update(brandId, { keyState })
  }

  return (brandId: string): KeyWatch => {
    const before = keyChangesOf(brandId)
    const isCurrent = () => keyChangesOf(brandId) === before
    const record = async (keyState: Brand['keyState']) => {
      if (isCurrent()) await setKeyState(brandId, keyState)
    }
    return {
      isCurrent,
      served: () => record('ok'),
      refused: async (error) => {
        const keyState = keyStateOf(error)
        if (keyState === null) return
        if (keyState === 'forbidden' && (await isServedElsewhere(brandId))) return
        await record(keyState)
      },
    }
  }
}
