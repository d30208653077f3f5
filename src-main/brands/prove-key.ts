import type { Brand } from '../../src-shared/desk/brands.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { assertSafeBaseUrl } from '../service-client/base-url.ts'
import type { KeyOptions, ServiceClient } from '../service-client/client.ts'

export type ProveKey = (key: string, subject: Pick<KeyOptions, 'limitedAs' | 'brand'>) => Promise<{ teamId: string }>

/** Asks the service whose key this is, before anything is stored. */
export const createProveKey =
  ({ client, baseUrl }: { client: Pick<ServiceClient, 'proveKey'>; baseUrl: () => string }): ProveKey =>
  async (key, subject) => {
    const address = baseUrl()
    assertSafeBaseUrl(address)
    const { brandId: teamId } = await client.proveKey({ key, baseUrl: address, ...subject })
    return { teamId }
  }

/** Throws `conflict` where another brand of the desk has this team. Demo brands are of another service. */
export const assertTeamIsNew = (brands: readonly Brand[], teamId: string): void => {
  const taken = brands.find((brand) => !brand.demo && brand.teamId === teamId)
  if (taken === undefined) return
  throw new DeskError(
    'conflict',
    `This key belongs to a brand that is on the desk already: "${taken.name}". Replace that brand's key instead.`,
    { brandId: taken.id },
  )
}
