// The demo's publishes are confirmed by real webhooks: each of its brands gets a secret for as long as this desk runs, and
// the sandbox gets the address. The secret goes to our own child over loopback and nowhere else.
import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { Log } from '../base/log.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { DemoAgency } from './agency.ts'

export type DemoWebhooksDeps = {
  readonly book: BrandBook
  readonly demo: Pick<DemoAgency, 'sendWebhooksTo'>
  readonly rotateSecret: Handlers['webhooks.rotateSecret']
  readonly log: Log
}

/** Never rejects: without it the demo only lacks the confirmation of what it publishes. */
export const connectDemoWebhooks = async ({ book, demo, rotateSecret, log }: DemoWebhooksDeps): Promise<void> => {
  const connect = async (brandId: string, teamId: string) => {
    const { secret, url } = await rotateSecret({ brandId, sessionOnly: true })
    await demo.sendWebhooksTo({ teamId, url, secret })
  }
  const brands = book.list().flatMap(({ id, demo, teamId }) => (demo && teamId !== null ? [{ id, teamId }] : []))
  const ends = await Promise.allSettled(brands.map(({ id, teamId }) => connect(id, teamId)))
  for (const end of ends) if (end.status === 'rejected') log.warn({ err: end.reason }, 'a demo brand has no webhook')
}
