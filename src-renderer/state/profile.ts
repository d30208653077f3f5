import type { Brand } from '../../src-shared/desk/brands.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { ServiceProfile, ServiceProfilePatch } from '../../src-shared/service/profile.ts'
import { ask, queries } from '../data/desk.ts'
import { useDesk } from '../data/use-desk.ts'
import { loadBrands, useBrands } from './brands.ts'
import { runSync } from './sync.ts'

/** The service profile; undefined until the desk has answered. */
export const useProfile = (): ServiceProfile | undefined => useDesk('service.profile', {}).value

/**
 * Merges a part into the profile. Reversible, so it is done at once. The reply is shown at once as well: the next edit
 * must build on it.
 */
export const setProfile = async (patch: ServiceProfilePatch) => {
  const reply = await ask('service.setProfile', patch)
  if (reply.ok) queries.patch('service.profile', {}, () => reply.value)
  return reply
}

/** Tests each reading operation with this brand's key. */
export const runDoctor = (brandId: string) => ask('service.doctor', { brandId })

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
