import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { ServiceProfile, ServiceProfilePatch } from '../../src-shared/service/profile.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { type Clock, toInstant } from '../clock.ts'
import { assertSafeBaseUrl } from '../service-client/base-url.ts'
import type { Access, ServiceClient } from '../service-client/client.ts'
import { examine } from './doctor.ts'

export type ServiceHandlersDeps = {
  readonly settings: {
    readonly profile: () => ServiceProfile
    readonly setProfile: (patch: ServiceProfilePatch) => Promise<ServiceProfile>
  }
  readonly book: BrandBook
  readonly client: Pick<ServiceClient, 'probe'>
  readonly accessOf: (brandId: string) => Promise<Access>
  readonly clock: Clock
}

type ServiceCalls = 'profile' | 'setProfile' | 'doctor'

export const createServiceHandlers = (deps: ServiceHandlersDeps): Pick<Handlers, `service.${ServiceCalls}`> => {
  const { settings, book, client, accessOf, clock } = deps

  /** Keys were proved at the address before; whether they serve at the new one is not known. */
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
      const before = settings.profile().baseUrl
      const profile = await settings.setProfile(patch)
      if (profile.baseUrl !== before) await uncheckKeys()
      return profile
    },
    'service.doctor': async ({ brandId }) => {
      const brand = book.get(brandId)
      const { baseUrl } = await accessOf(brandId)
      assertSafeBaseUrl(baseUrl)
      const rows = await examine({ client, clock }, { brand, profile: settings.profile() })
      return { baseUrl, checkedAt: toInstant(clock.now()), rows }
    },
  }
}
