import type { ServiceProfile, ServiceProfilePatch } from '../../src-shared/service/profile.ts'
import { ask } from '../data/desk.ts'
import { useDesk } from '../data/use-desk.ts'

/** The service profile; undefined until the desk has answered. */
export const useProfile = (): ServiceProfile | undefined => useDesk('service.profile', {}).value

/** Merges a part into the profile. Reversible, so it is done at once. */
export const setProfile = (patch: ServiceProfilePatch) => ask('service.setProfile', patch)

/** Tests each reading operation with this brand's key. */
export const runDoctor = (brandId: string) => ask('service.doctor', { brandId })
