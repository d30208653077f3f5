// The receiver's thread: HTTP, checks, the commit and the answer happen here without a hop, so that nothing the desk does can
// delay a sender. It holds inbox.db open for adding, and what it must know of brands and secrets by messages.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { closeServer } from '../base/capped-server.ts'
import { openToAdd } from '../store/connection.ts'
import { createHookServer } from './hook-server.ts'
import { createInboxWriter } from './inbox-writer.ts'
import type {
  ListenResult,
  ReceiverFailure,
  ReceiverMessage,
  ReceiverRequest,
  ReceiverRules,
} from './receiver-messages.ts'
import { createRefusalCounter } from './refusal-counter.ts'
import { createHostCheck, type HeadRules } from './request-head.ts'
import { matchSecret, toSecretEntry } from './secret-match.ts'

/** How long stopping waits for answers that are under way. */
const DRAIN_MS = 3000
/** The desk hears of deliveries this late, so that in a burst it is not woken by each commit. */
const ANNOUNCE_MS = 25

/** What a commit writes beside its bodies, about: whole pages, some of them again. */
const COMMIT_BYTES = 16 * 1024

const listen = (server: Server, address: string, port: number): Promise<ListenResult> =>
  new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? 'unknown' }))
    server.listen({ host: address, port, backlog: 1024 }, () => {
      resolve({ port: (server.address() as AddressInfo).port }) // TCP
    })
  })

const toFailure = (error: unknown): ReceiverFailure => {
  const code = (error as { code?: unknown } | null)?.code // Node and SQLite errors carry a code
  return {
    message: error instanceof Error ? error.message : String(error),
    code: typeof code === 'string' ? code : undefined,
  }
}

/** The rules in the form in which they are asked. */
const createRules = () => {
  let salt = ''
  let entries: ReadonlyMap<string, ReturnType<typeof toSecretEntry>> = new Map()
  let brandBySlug: ReadonlyMap<string, string> = new Map()
  let allowedHosts: readonly string[] = []
  let checkToken = ''
  let clock: ReceiverRules['clock'] = { cell: undefined, aheadMs: 0 }
  const now = (): number => clock.cell?.[0] ?? Date.now() + clock.aheadMs
  const head: HeadRules = {
    isAllowedHost: createHostCheck(() => allowedHosts),
    brandOfSlug: (slug) => brandBySlug.get(slug) ?? null,
    match: (secret, brandId) => matchSecret({ salt, entries }, { secret, brandId, nowMs: now() }),
  }
  return {
    head,
    now,
    checkToken: () => checkToken,
    hasSecret: (brandId: string): boolean => entries.has(brandId),
    set: (rules: ReceiverRules): void => {
      salt = rules.salt
      entries = new Map(rules.hashes.map((row) => [row.brandId, toSecretEntry(row)]))
      brandBySlug = new Map(rules.brands.map(({ id, slug }) => [slug, id]))
      allowedHosts = rules.allowedHosts
      checkToken = rules.checkToken
      clock = rules.clock
    },
  }
}

const runReceiver = (port: MessagePort): void => {
  const post = (message: ReceiverMessage): void => port.postMessage(message)
  const rules = createRules()
  const refusals = createRefusalCounter()
  let announcement: NodeJS.Timeout | undefined
  let walBytes = 0
  const announce = (): void => {
    announcement = undefined
    post({ kind: 'stored', bytes: walBytes })
    walBytes = 0
  }
  const inbox = createInboxWriter({
    isKnown: rules.hasSecret,
    onStored: (bytes) => {
      walBytes += bytes + COMMIT_BYTES
      announcement ??= setTimeout(announce, ANNOUNCE_MS)
    },
  })
  const onFailed = (error: unknown): void => post({ kind: 'failed', failure: toFailure(error) })
  let server: Server | null = null

  const stop = async (): Promise<void> => {
    const last = server
    server = null
    if (last !== null) await closeServer(last, DRAIN_MS)
  }

  const start = async (address: string, atPort: number): Promise<ListenResult> => {
    const next = createHookServer({
      rules: rules.head,
      now: rules.now,
      checkToken: rules.checkToken,
      store: inbox.store,
      onRefused: ({ reason, brandId, remote = '' }) => refusals.add({ atMs: rules.now(), reason, brandId, remote }),
      onFailed,
    })
    const result = await listen(next, address, atPort)
    if ('port' in result) {
      server = next
      next.on('error', onFailed)
    }
    return result
  }

  const answer = async (request: ReceiverRequest): Promise<unknown> => {
    switch (request.kind) {
      case 'openFile':
        return inbox.use(openToAdd(request.path, 'inbox', 'receiver'))
      case 'closeFile':
        return inbox.close()
      case 'rules':
        return rules.set(request.rules)
      case 'listen':
        await stop()
        return start(request.address, request.port)
      case 'stop':
        return stop()
      case 'takeRefusals':
        return refusals.take()
      case 'end':
        await stop()
        inbox.close()
        clearTimeout(announcement)
    }
  }

  port.on('message', ({ id, request }: { id: number; request: ReceiverRequest }) => {
    answer(request)
      .then(
        (value) => post({ id, value }),
        (error: unknown) => post({ id, failure: toFailure(error) }),
      )
      .finally(() => {
        if (request.kind === 'end') port.close()
      })
  })
}

/** Its entry calls this once. */
export const runReceiverThread = (): void => {
  if (parentPort === null) throw new Error('The receiver runs as a worker thread only.')
  runReceiver(parentPort)
}
