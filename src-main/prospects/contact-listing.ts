import type { Contact } from '../../src-shared/service/outreach.ts'
import type { ServiceClient } from '../service-client/client.ts'
import { readPages } from './listing-pages.ts'

/** The brand's contacts as the service lists them now, past the cache. Rejects where they cannot be read to the end. */
export const readContacts = (
  client: Pick<ServiceClient, 'request'>,
  options: { readonly brandId: string; readonly signal: AbortSignal },
): Promise<readonly Contact[]> =>
  readPages(options.brandId, (query) => client.request('outreach.contacts', { query }, options))
