import type { CallOutput } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import type { ServiceProfile, ServiceProfilePatch } from '../../src-shared/service/profile.ts'
import { ask, queries } from '../data/desk.ts'
import { useDesk } from '../data/use-desk.ts'

/** The service profile; undefined until the desk has answered. */
export const useProfile = (): ServiceProfile | undefined => useDesk('service.profile', {}).value

/** Lays a part over the profile. Reversible, so it is done at once. */
export const setProfile = async (patch: ServiceProfilePatch): Promise<Reply<ServiceProfile>> => {
  const reply = await ask('service.setProfile', patch)
  if (reply.ok) await queries.reload('service.profile', {})
  return reply
}

/** Tests each reading operation with this brand's key. */
export const runDoctor = (brandId: string): Promise<Reply<CallOutput<'service.doctor'>>> =>
  ask('service.doctor', { brandId })
