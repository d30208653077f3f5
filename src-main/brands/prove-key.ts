import type { Brand } from '../../src-shared/desk/brands.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { assertSafeBaseUrl } from '../service-client/base-url.ts'
import type { KeyOptions, ServiceClient } from '../service-client/client.ts'

export type ProveKey = (key: string, options: Pick<KeyOptions, 'brand' | 'baseUrl'>) => Promise<{ teamId: string }>

/** Asks the service whose key this is, before anything is stored. */
export const createProveKey =
  (client: Pick<ServiceClient, 'proveKey'>): ProveKey =>
  async (key, { brand, baseUrl }) => {
    assertSafeBaseUrl(baseUrl)
    const { brandId: teamId } = await client.proveKey({ key, baseUrl, brand })
    return { teamId }
  }

/** The brand of the desk that has this team. Demo brands are of another service. */
export const brandOfTeam = (brands: readonly Brand[], teamId: string): Brand | undefined =>
  brands.find((brand) => !brand.demo && brand.teamId === teamId)

/** Throws `conflict` where the key is of another team than the brand. */
export const assertSameTeam = ({ id, name, teamId }: Brand, ofKey: string): void => {
  if (teamId === null || teamId === ofKey) return
  throw new DeskError('conflict', `This key does not belong to ${name}. The old key stays.`, { brandId: id })
}

/** Throws `conflict` for a demo brand. */
export const assertNotDemo = ({ id, name, demo }: Brand): void => {
  if (!demo) return
  throw new DeskError('conflict', `${name} is a demo brand: its key comes from the desk's own sandbox.`, {
    brandId: id,
  })
}
