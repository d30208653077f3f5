// Listings as the service has them now, past the cache: intents of unknown outcome are settled by them.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Contact, Prospect } from '../../src-shared/service/outreach.ts'
import type { ServiceClient } from '../service-client/client.ts'

type Client = Pick<ServiceClient, 'request'>
type Options = { readonly brandId: string; readonly signal?: AbortSignal }
type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor?: string | null | undefined }

const PAGES_MAX = 2_000

const readPages = async <Item>(
  brandId: string,
  fetchPage: (query: { cursor?: string }) => Promise<Page<Item>>,
): Promise<readonly Item[]> => {
  const items: Item[] = []
  let cursor: string | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const reply = await fetchPage(cursor === undefined ? {} : { cursor })
    items.push(...reply.items)
    if (!reply.nextCursor) return items
    if (reply.nextCursor === cursor) break
    cursor = reply.nextCursor
  }
  throw new DeskError('bad-response', 'The listing has no last page: the service sent the same cursor twice.', {
    brandId,
  })
}

/** All prospects of the brand. Rejects where they cannot be read to the end. */
export const readProspects = (client: Client, options: Options): Promise<readonly Prospect[]> =>
  readPages(options.brandId, (query) => client.request('outreach.prospects', { query }, options))

/** All contacts of the brand. Rejects where they cannot be read to the end. */
export const readContacts = (client: Client, options: Options): Promise<readonly Contact[]> =>
  readPages(options.brandId, (query) => client.request('outreach.contacts', { query }, options))
