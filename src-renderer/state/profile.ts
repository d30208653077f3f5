import type { ServiceProfile, ServiceProfilePatch } from '../../src-shared/service/profile.ts'
import { ask, queries } from '../data/desk.ts'
import { useDesk } from '../data/use-desk.ts'

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
