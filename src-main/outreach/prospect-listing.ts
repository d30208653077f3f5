import type { Prospect } from '../../src-shared/service/outreach.ts'
import type { ServiceClient } from '../service-client/client.ts'

const PAGES_MAX = 500

export type ProspectListing = { readonly prospects: readonly Prospect[]; readonly isDiscovering: boolean }

/** The brand's prospects as the service lists them now, past the cache: what an act of unknown outcome is settled by. */
export const readProspectListing = async (
  client: Pick<ServiceClient, 'request'>,
  brandId: string,
): Promise<ProspectListing> => {
  const prospects: Prospect[] = []
  let isDiscovering = false
  let cursor: string | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = cursor === undefined ? {} : { cursor }
    const reply = await client.request('outreach.prospects', { query }, { brandId })
    prospects.push(...reply.items)
    isDiscovering ||= reply.discoveryStatus === 'running'
    if (!reply.nextCursor || reply.nextCursor === cursor) break
    cursor = reply.nextCursor
  }
  return { prospects, isDiscovering }
}
