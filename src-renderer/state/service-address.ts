import type { Brand } from '../../src-shared/desk/brands.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { ask } from '../data/desk.ts'
import { loadBrands, useBrands } from './brands.ts'
import { useProfile } from './profile.ts'
import { runSync } from './sync.ts'

/** Brands whose keys are not sent, because the service address changed since they were proved. */
export const unconfirmed = (brands: readonly Brand[]): readonly Brand[] =>
  brands.filter(({ keyState }) => keyState === 'unconfirmed')

/** A number, so that the banner is drawn only when it changes. */
export const useUnconfirmedCount = (): number => useBrands((state) => unconfirmed(state.list).length)

/** Empty until it is known or set. */
export const useServiceAddress = (): string => useProfile()?.baseUrl ?? ''

export const checkAddress = (baseUrl: string) => ask('service.checkAddress', { baseUrl })

/** Brands whose key was proved are synced at once. */
export const confirmAddress = async (input: CallInput<'service.confirmAddress'>) => {
  const reply = await ask('service.confirmAddress', input)
  await loadBrands()
  const proved = reply.ok ? reply.value.results.flatMap(({ brandId, ok }) => (ok ? [brandId] : [])) : []
  if (proved.length > 0) void runSync({ brandIds: proved })
  return reply
}
