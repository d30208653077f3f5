import type { ServiceClient } from '../service-client/client.ts'

/** Whether a discovery of the brand is running: every page of the listing has its status. */
export const isDiscovering = async (
  client: Pick<ServiceClient, 'request'>,
  options: { readonly brandId: string; readonly signal?: AbortSignal },
): Promise<boolean> =>
  (await client.request('outreach.prospects', { query: {} }, options)).discoveryStatus === 'running'
