// A small service of our own that sends each pitch as soon as it is queued, and counts the e-mails of each contact. Its outbox
// has them as sent. Nothing of the sandbox is in it.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

type Item = { readonly prospectEmailId: string; readonly subject: string }
type Sent = Item & {
  readonly conversationId: string
  readonly status: 'sent' | 'queued'
  readonly sentAt: string | null
}

type Options = {
  readonly contacts: number
  readonly teamId: string
  /** The first so many contacts have one address. */
  readonly sameAddress?: number
  /** Nothing is sent yet: its outbox has each pitch as queued. */
  readonly isPaced?: boolean
}

export const startSendingService = async ({ contacts, teamId, sameAddress = 1, isPaced = false }: Options) => {
  const ids = Array.from({ length: contacts }, (_, at) => `contact_${at}`)
  const people = ids.map((id, at) => {
    const email = `${at < sameAddress ? ids[0] : id}@site.test`
    return { id, prospectId: 'site_1', name: `Person ${id}`, email }
  })
  const sent: Sent[] = []
  let answersAfterMs = 0
  const readGate: { wait: () => Promise<void> } = { wait: async () => undefined }

  const queue = async (items: readonly Item[]) => {
    const fresh = items.map((item, at): Sent => {
      const conversationId = `mail_${sent.length + at}`
      if (isPaced) return { ...item, conversationId, status: 'queued', sentAt: null }
      return { ...item, conversationId, status: 'sent', sentAt: new Date().toISOString() }
    })
    sent.push(...fresh)
    if (answersAfterMs > 0) await sleep(answersAfterMs)
    const queuedConversationIds = fresh.map(({ conversationId }) => conversationId)
    return { queued: fresh.length, queuedConversationIds, updated: 0, skipped: 0 }
  }
  const listing = async (path: string): Promise<unknown[]> => {
    if (path.endsWith('/outbox/emails')) {
      await readGate.wait()
      return sent
    }
    if (path.endsWith('/prospects/emails')) return people
    if (path.endsWith('/prospects')) return [{ id: 'site_1', status: 'new', domain: 'site.test' }]
    return path.endsWith('/sending-accounts') ? [{ id: 'box_1', email: 'me@acme.test', dailyLimit: 100_000 }] : []
  }

  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { pathname } = new URL(request.url ?? '', 'http://service')
    const reply =
      request.method === 'POST'
        ? await queue((JSON.parse(body) as { items: Item[] }).items) // the desk posts nothing else here
        : { brandId: teamId, items: await listing(pathname) }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    const closed = once(server, 'close')
    server.close().closeAllConnections()
    await closed
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    contactIds: ids,
    /** How many e-mails each contact got. */
    timesSent: (): ReadonlyMap<string, number> =>
      new Map([...Map.groupBy(sent, ({ prospectEmailId }) => prospectEmailId)].map(([id, of]) => [id, of.length])),
    /** It sends at once, and says so later. */
    answerAfter: (ms: number): void => {
      answersAfterMs = ms
    },
    /** Each read of its outbox waits for this first. */
    holdReads: (wait: () => Promise<void>): void => {
      readGate.wait = wait
    },
  }
}
export type SendingService = Awaited<ReturnType<typeof startSendingService>>
