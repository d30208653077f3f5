// The brand's prospects as the service lists them now, past the cache: what an act of unknown outcome is settled by.
import type { Prospect } from '../../src-shared/service/outreach.ts'
import type { ServiceClient } from '../service-client/client.ts'
import { readPages } from './listing-pages.ts'

type Client = Pick<ServiceClient, 'request'>
type Options = { readonly brandId: string; readonly signal?: AbortSignal }

/** All of them. Rejects where the listing cannot be read to its end. */
export const readProspects = (client: Client, options: Options): Promise<readonly Prospect[]> =>
  readPages(options.brandId, (query) => client.request('outreach.prospects', { query }, options))
