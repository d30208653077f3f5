import type { Handlers } from '../../src-shared/desk/contract.ts'
import { demoProfile, type ServiceProfile, type ServiceProfilePatch } from '../../src-shared/service/profile.ts'
import { type Clock, toInstant } from '../base/clock.ts'
import type { GetDispatcher } from '../base/dispatcher.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { createConfirmAddress } from '../brands/confirm-address.ts'
import type { ProveKey } from '../brands/prove-key.ts'
import type { KeyRing } from '../keychain/key-ring.ts'
import { assertSafeBaseUrl, originOf } from '../service-client/base-url.ts'
import type { Access, ServiceClient } from '../service-client/client.ts'
import { createCheckAddress } from './check-address.ts'
import { examine } from './doctor/doctor.ts'

export type ServiceHandlersDeps = {
  readonly settings: {
    readonly profile: () => ServiceProfile
    readonly setProfile: (patch: ServiceProfilePatch) => Promise<ServiceProfile>
  }
  readonly book: BrandBook
  readonly ring: KeyRing
  readonly client: Pick<ServiceClient, 'probe'>
  readonly proveKey: ProveKey
  readonly accessOf: (brandId: string) => Promise<Access>
  readonly getDispatcher: GetDispatcher
  readonly clock: Clock
}

type ServiceCalls = 'profile' | 'setProfile' | 'doctor' | 'checkAddress' | 'confirmAddress'

export const createServiceHandlers = (deps: ServiceHandlersDeps): Pick<Handlers, `service.${ServiceCalls}`> => {
  const { settings, book, client, accessOf, clock } = deps
  const baseUrl = () => settings.profile().baseUrl

  /** The origin is the same, so keys are still sent; whether they work at the new path is not known. */
  const uncheckKeys = async (): Promise<void> => {
    const proved = book
      .list()
      .filter(({ demo, keyState }) => !demo && keyState !== 'missing' && keyState !== 'unchecked')
    await Promise.all(proved.map(({ id }) => book.update(id, { keyState: 'unchecked' })))
  }

  return {
    'service.profile': () => settings.profile(),
    'service.setProfile': async (patch) => {
      if (patch.baseUrl !== undefined && patch.baseUrl !== '') assertSafeBaseUrl(patch.baseUrl)
      const before = baseUrl()
      const profile = await settings.setProfile(patch)
      const isSameOrigin = originOf(profile.baseUrl) === originOf(before)
      if (profile.baseUrl !== before && isSameOrigin) await uncheckKeys()
      return profile
    },
    'service.checkAddress': createCheckAddress({ ...deps, profile: settings.profile }),
    'service.confirmAddress': createConfirmAddress({ ...deps, baseUrl }),
    'service.doctor': async ({ brandId }) => {
      const brand = book.get(brandId)
      const { baseUrl: address } = await accessOf(brandId)
      assertSafeBaseUrl(address)
      const profile = brand.demo ? demoProfile(settings.profile()) : settings.profile()
      const rows = await examine({ client, clock }, { brand, profile })
      return { baseUrl: address, checkedAt: toInstant(clock.now()), rows }
    },
  }
}
