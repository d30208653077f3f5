// The brand's prospects as the service lists them now, past the cache: what an act of unknown outcome is settled by.
import type { Prospect } from '../../src-shared/service/outreach.ts'
import type { ServiceClient } from '../service-client/client.ts'

type Client = Pick<ServiceClient, 'request'>
type Options = { readonly brandId: string; readonly signal?: AbortSignal }

const PAGES_MAX = 2_000

/** Whether a discovery of the brand runs; every page of the listing says so. */
export const isDiscovering = async (client: Client, options: Options): Promise<boolean> =>
  (await client.request('outreach.prospects', { query: {} }, options)).discoveryStatus === 'running'

/** All of them. Rejects where the listing cannot be read to its end. */
export const readProspects = async (client: Client, options: Options): Promise<readonly Prospect[]> => {
  const prospects: Prospect[] = []
  let cursor: string | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = cursor === undefined ? {} : { cursor }
    const reply = await client.request('outreach.prospects', { query }, options)
    prospects.push(...reply.items)
    if (!reply.nextCursor || reply.nextCursor === cursor) break
    cursor = reply.nextCursor
  }
  return prospects
}
