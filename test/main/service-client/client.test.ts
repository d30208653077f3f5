import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { getDispatcher } from '../../../src-main/base/dispatcher.ts'
import { silentLog } from '../../../src-main/base/log.ts'
import {
  createServiceClient,
  type ServiceClient,
  type ServiceClientDeps,
} from '../../../src-main/service-client/client.ts'
import { REQUEST_DEADLINES_MS } from '../../../src-main/service-client/deadlines.ts'
import { createLimiter } from '../../../src-main/service-client/limiter.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { DEFAULT_PROFILE, mergeProfile, type ServiceProfilePatch } from '../../../src-shared/service/profile.ts'
import { interceptRequests } from '../../support/intercept-requests.ts'
import { createManualClock, settle } from '../../support/manual-clock.ts'
import { type Answer, json, startScriptedServer } from '../../support/scripted-server.ts'

const KEY = 'sk_canary_0123456789'
const CATALOG = { brandId: 'team_1', canManage: true, syncEnabled: false, tools: [] }
const QUEUE = { items: [{ prospectEmailId: 'c1', subject: 'Hello', body: 'There' }] }
const UNSCHEDULE = { body: { articleSlugs: ['tea'] } }
const QUEUED = { queued: 1, queuedConversationIds: ['x'], updated: 0, skipped: 0, sendNow: false, spacingMs: 0 }
const TIMEOUT_MS = 30_000
const DAY_MS = 86_400_000
const isWait = (ms: number) => ms !== TIMEOUT_MS

const cut: Answer = (response) => response.destroy()
const cutInReply: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"queued"', () => response.destroy())
}

const setup = async (
  answers: Answer[],
  { profile = {}, deps = {} }: { profile?: ServiceProfilePatch; deps?: Partial<ServiceClientDeps> } = {},
) => {
  const server = await startScriptedServer(...answers)
  const clock = createManualClock()
  const events: unknown[] = []
  const store = { load: async () => [], save: async () => undefined, replace: async () => undefined }
  const client = createServiceClient({
    getDispatcher,
    clock,
    timeoutMs: TIMEOUT_MS,
    deadlinesMs: REQUEST_DEADLINES_MS,
    closing: new AbortController().signal,
    cutOff: new AbortController().signal,
    replyBytesMax: 1_000_000,
    random: () => 0.5,
    limiter: await createLimiter({ store, clock, monotonicMs: clock.monotonicMs }),
    profile: () => mergeProfile(DEFAULT_PROFILE, profile),
    accessOf: async () => ({ key: KEY, baseUrl: server.baseUrl, label: 'Acme', account: 'service', isDemo: false }),
    emit: (name, payload) => events.push({ name, ...payload }),
    log: silentLog,
    ...deps,
  })
  return { client, server, clock, events }
}

const failure = async (work: Promise<unknown>): Promise<DeskError> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof DeskError)) throw new Error(`no DeskError: ${String(error)}`)
  return error
}
const brand = { brandId: 'b1' }
const accessByBrand = (baseUrl: string) => async (brandId: string) => ({
  key: `sk_of_${brandId}`,
  baseUrl,
  label: brandId,
  account: 'service',
  isDemo: false,
})

describe('a request', () => {
  it('has the key only in the Authorization header, and its reply is parsed by the schema', async () => {
    const { client, server } = await setup([json(200, CATALOG)])
    await expect(client.request('connectors.catalog', { query: {} }, brand)).resolves.toEqual(CATALOG)
    const [request] = server.seen
    expect(request).toMatchObject({ method: 'GET', url: '/v3/settings/mcp', body: '' })
    expect(request?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(JSON.stringify({ ...request?.headers, authorization: '' })).not.toContain('sk_')
  })

  it('uses the profile’s paths and names, lists as repeated parameters, and encoded path parts', async () => {
    const profile: ServiceProfilePatch = {
      operations: { 'aiModels.update': { path: '/v9/models/:modelId', method: 'POST' } },
      parameters: { 'keywords.suggest': { audience: 'segment' } },
    }
    const { client, server } = await setup([json(200, { keywords: ['a'], success: true })], { profile })
    await client.request('keywords.suggest', { query: { description: 'tea & more', audience: ['a b', 'c'] } }, brand)
    await client.request(
      'aiModels.update',
      { path: { modelId: 'a/b?c' }, body: { teamId: 't', isActive: true } },
      brand,
    )
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v3/keywords/suggest-keywords?description=tea+%26+more&segment=a+b&segment=c',
      'POST /v9/models/a%2Fb%3Fc',
    ])
    expect(JSON.parse(server.seen[1]?.body ?? '')).toEqual({ teamId: 't', isActive: true })
    expect(server.seen[1]?.headers['content-type']).toBe('application/json')
  })

  it.each(['..', '.', ''])('is not sent with "%s" as a path part', async (modelId) => {
    const { client, server } = await setup([json(200, { success: true })])
    const work = client.request('aiModels.update', { path: { modelId }, body: { teamId: 't', isActive: true } }, brand)
    expect((await failure(work)).kind).toBe('invalid')
    expect(server.seen).toEqual([])
  })

  it('is not sent when it violates the interface', async () => {
    const { client, server } = await setup([json(200, QUEUED)])
    const error = await failure(client.request('outreach.queue', { body: { items: [] } }, brand))
    expect(error).toMatchObject({ kind: 'invalid', detail: { issues: [{ path: 'items' }] } })
    expect(server.seen).toEqual([])
  })

  it.each(['http://service.example', 'ftp://127.0.0.1', 'http://user:pass@127.0.0.1', ''])(
    'sends no key to "%s"',
    async (baseUrl) => {
      const { client, server } = await setup([json(200, CATALOG)], {
        deps: {
          accessOf: async () => ({ key: KEY, baseUrl, label: 'Acme', account: 'service', isDemo: false }),
          getDispatcher: () => Promise.reject(new Error('the key left')),
        },
      })
      const error = await failure(client.request('connectors.catalog', { query: {} }, brand))
      expect(error).toMatchObject({ kind: 'invalid', detail: { issues: [{ path: 'baseUrl' }] } })
      expect(server.seen).toEqual([])
    },
  )

  it('follows no redirect with the key', async () => {
    const other = await startScriptedServer(json(200, CATALOG))
    const { client } = await setup([json(302, {}, { location: `${other.baseUrl}/v3/settings/mcp` })])
    const error = await failure(client.request('connectors.catalog', { query: {} }, brand))
    expect(error).toMatchObject({ kind: 'bad-response', detail: { status: 302 } })
    expect(other.seen).toEqual([])
  })
})

describe('statuses that end a request', () => {
  it.each([
    [400, 'invalid'],
    [401, 'unauthorized'],
    [402, 'no-credits'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [409, 'conflict'],
    [501, 'service'],
  ])('%i is %s, not repeated, with the text of the service', async (status, kind) => {
    const { client, server } = await setup([json(status, { success: false, error: `no: ${KEY}` })])
    const error = await failure(client.request('outreach.discover', {}, brand))
    expect(error).toMatchObject({
      kind,
      detail: { status, operation: 'outreach.discover', brandId: 'b1', serviceText: `no: ${'*'.repeat(KEY.length)}` },
    })
    expect(error.message).toContain('Acme')
    expect(JSON.stringify(error.toValue())).not.toContain(KEY)
    expect(server.seen).toHaveLength(1)
  })

  it('does not accept a gateway’s 501 as the service’s answer', async () => {
    const { client, server } = await setup([json(501, { message: 'Not Implemented' })])
    const error = await failure(client.request('outreach.discover', {}, brand))
    expect(error).toMatchObject({ kind: 'unknown-outcome', detail: { status: 501 } })
    expect(server.seen).toHaveLength(1)
  })

  it.each([
    ['outreach.prospects', (client: ServiceClient) => client.request('outreach.prospects', { query: {} }, brand)],
    ['cms.unschedule', (client: ServiceClient) => client.request('cms.unschedule', UNSCHEDULE, brand)],
    [
      'aiModels.refreshInterval',
      (client: ServiceClient) => client.request('aiModels.refreshInterval', { query: { teamId: 't' } }, brand),
    ],
  ])('a 404 of the undocumented operation %s names both causes and where to set the path', async (name, ask) => {
    const { client } = await setup([json(404, { error: 'nothing here' })])
    const { message } = await failure(ask(client))
    expect(message).toContain(`404 to ${name}`)
    expect(message).toMatch(/does not exist, or .*another path/)
    expect(message).toContain('Settings → Advanced → Operations')
  })

  it('a 404 of a documented operation does not blame its path', async () => {
    const { client } = await setup([json(404, { error: 'nothing here' })])
    const { message } = await failure(client.request('outreach.discover', {}, brand))
    expect(message).not.toContain('path')
  })
})

describe('passing faults', () => {
  it.each([
    ['a 500', json(500, { error: 'x' })],
    ['a 502 page', ((response) => response.writeHead(502).end('<html>')) as Answer],
    ['a 503', json(503, {})],
    ['a 408', json(408, { error: 'x' })],
    ['a 504', json(504, {})],
    ['a cut line', cut],
    ['a line cut in the reply', cutInReply],
  ])('%s of a read is retried after a back-off', async (_, fault) => {
    const { client, server, clock } = await setup([fault, fault, json(200, CATALOG)])
    const work = client.request('connectors.catalog', { query: {} }, brand)
    expect(await clock.whenSleeping(isWait)).toBe(500)
    await clock.advance(500)
    expect(await clock.whenSleeping(isWait)).toBe(1_000)
    await clock.advance(1_000)
    await expect(work).resolves.toEqual(CATALOG)
    expect(server.seen).toHaveLength(3)
  })

  it('ends after four tries', async () => {
    const { client, server } = await setup([json(503, { error: 'down' })], { deps: { random: () => 0 } })
    const error = await failure(client.request('connectors.catalog', { query: {} }, brand))
    expect(error).toMatchObject({ kind: 'service', detail: { status: 503, serviceText: 'down' } })
    expect(server.seen).toHaveLength(4)
  })

  it.each([500, 503])('waits at most twice as long after each %i', async (status) => {
    const { client, server, clock } = await setup([json(status, { error: 'down' })], { deps: { random: () => 1 } })
    const work = failure(client.request('connectors.catalog', { query: {} }, brand))
    for (const waitMs of [1_000, 2_000, 4_000]) {
      expect(await clock.whenSleeping(isWait)).toBe(waitMs)
      await clock.advance(waitMs)
    }
    expect((await work).kind).toBe('service')
    expect(server.seen).toHaveLength(4)
  })

  it('retries an operation that sets a value', async () => {
    const { client, server } = await setup([cut, json(200, CATALOG)], { deps: { random: () => 0 } })
    await client.request('connectors.update', { query: {}, body: { permissions: { a: 'allow' } } }, brand)
    expect(server.seen).toHaveLength(2)
  })

  it.each([
    ['a 500', json(500, { error: 'x' })],
    ['a 503', json(503, {})],
    ['a 408', json(408, { error: 'x' })],
    ['a cut line', cut],
    ['a line cut in the reply', cutInReply],
    ['a reply that does not fit', json(200, { queued: 'many' })],
    ['a page', ((response) => response.writeHead(200).end('<html>')) as Answer],
  ])('%s of a sending operation leaves the outcome unknown, and is not retried', async (_, fault) => {
    const { client, server } = await setup([fault, json(200, QUEUED)])
    const error = await failure(client.request('outreach.queue', { body: QUEUE }, brand))
    expect(error).toMatchObject({ kind: 'unknown-outcome', detail: { operation: 'outreach.queue', brandId: 'b1' } })
    expect(server.seen).toHaveLength(1)
  })

  it('repeats a read whose connection breaks while it is made, and says that a send did not leave', async () => {
    let connections = 0
    const gateway = createServer((socket) => {
      connections += 1
      socket.on('error', () => undefined).once('data', () => socket.resetAndDestroy())
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void gateway.close())
    await once(gateway, 'listening')
    const { port } = gateway.address() as AddressInfo // it listens on a port, so the address is an object
    const access = { key: KEY, baseUrl: `https://127.0.0.1:${port}`, label: 'Acme', account: 'service', isDemo: false }
    const { client } = await setup([cut], { deps: { accessOf: async () => access, random: () => 0 } })
    expect((await failure(client.request('connectors.catalog', { query: {} }, brand))).kind).toBe('network')
    expect(connections).toBe(4)
    expect((await failure(client.request('outreach.queue', { body: QUEUE }, brand))).kind).toBe('network')
    expect(connections).toBe(5)
  })

  it('is a network error with a certain outcome, when nothing listens', async () => {
    const { client, server } = await setup([json(200, QUEUED)])
    await server.close()
    expect((await failure(client.request('outreach.queue', { body: QUEUE }, brand))).kind).toBe('network')
  })

  it('ends a silent connection after the time-out, with a message for the safety class', async () => {
    const silent: Answer = () => undefined
    const { client, clock, server } = await setup([silent], { deps: { random: () => 0 } })
    const send = failure(client.request('outreach.queue', { body: QUEUE }, brand))
    await clock.whenSleeping((ms) => ms === TIMEOUT_MS)
    while (server.seen.length < 1) await new Promise((resolve) => setImmediate(resolve))
    await clock.advance(2 * TIMEOUT_MS)
    expect((await send).kind).toBe('unknown-outcome')
  })

  it('cancelled while a send is under way, the outcome is unknown; a read is cancelled', async () => {
    const silent: Answer = () => undefined
    const { client, server } = await setup([silent])
    const controller = new AbortController()
    const { signal } = controller
    const send = failure(client.request('outreach.queue', { body: QUEUE }, { ...brand, signal }))
    const read = failure(client.request('connectors.catalog', { query: {} }, { ...brand, signal }))
    while (server.seen.length < 2) await new Promise((resolve) => setImmediate(resolve))
    controller.abort()
    expect((await send).kind).toBe('unknown-outcome')
    expect((await read).kind).toBe('cancelled')
  })
})

describe('a reply that arrives byte by byte', () => {
  /** Never silent and never whole, until the desk hangs up. */
  const dripping = (status: number) => {
    const hungUp = Promise.withResolvers<void>()
    const answer: Answer = (response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      const timer = setInterval(() => response.write(' '), 5)
      response.once('close', () => {
        clearInterval(timer)
        hungUp.resolve()
      })
    }
    return { answer, hungUp: hungUp.promise }
  }
  const short = { read: 80, set: 80, spends: 1000, sends: 80, publishes: 80 }
  const inRealTime = (answer: Answer) =>
    setup([answer], { deps: { clock: systemClock, deadlinesMs: short, random: () => 0 } })

  it('ends a read at its deadline, and does not repeat it', async () => {
    const { answer, hungUp } = dripping(200)
    const { client, server } = await inRealTime(answer)
    const error = await failure(client.request('connectors.catalog', { query: {} }, brand))
    expect(error).toMatchObject({ kind: 'network', message: expect.stringMatching(/Acme.*too slow/) })
    await hungUp
    expect(server.seen).toHaveLength(1)
  })

  it('leaves the outcome of a send unknown at its deadline', async () => {
    const { answer, hungUp } = dripping(200)
    const { client, server } = await inRealTime(answer)
    expect((await failure(client.request('outreach.queue', { body: QUEUE }, brand))).kind).toBe('unknown-outcome')
    await hungUp
    expect(server.seen).toHaveLength(1)
  })

  it('uses the status when only the text of an error is slow', async () => {
    const { client } = await inRealTime(dripping(402).answer)
    expect((await failure(client.request('outreach.discover', {}, brand))).kind).toBe('no-credits')
  })

  it('is not cut short by a jump of the wall clock', async () => {
    const begun = Promise.withResolvers<Parameters<Answer>[0]>()
    const arrived = Promise.withResolvers<void>()
    const begin: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write(' ')
      begun.resolve(response)
    }
    const tell = interceptRequests(() => ({ beforeAnswer: () => arrived.resolve() }))
    const { client, clock } = await setup([begin], { deps: { getDispatcher: tell } })
    const work = client.request('connectors.catalog', { query: {} }, brand)
    const response = await begun.promise
    await arrived.promise
    await settle()
    clock.jump(30 * DAY_MS)
    await clock.advance(TIMEOUT_MS)
    response.end(JSON.stringify(CATALOG))
    await expect(work).resolves.toEqual(CATALOG)
  })
})

describe('a desk that closes', () => {
  const silent: Answer = () => undefined
  const open = async (...answers: Answer[]) => {
    const [closing, cutOff] = [new AbortController(), new AbortController()]
    const opened = await setup(answers, { deps: { closing: closing.signal, cutOff: cutOff.signal } })
    return { ...opened, closing, cutOff }
  }
  const catalog = (client: ServiceClient) => client.request('connectors.catalog', { query: {} }, brand)
  const queue = (client: ServiceClient) => client.request('outreach.queue', { body: QUEUE }, brand)

  it('ends reads at once; a send goes on until it is cut off, with an unknown outcome', async () => {
    const { client, server, closing, cutOff } = await open(silent)
    const read = failure(catalog(client))
    let isOver = false
    const send = failure(queue(client)).finally(() => {
      isOver = true
    })
    while (server.seen.length < 2) await settle()
    closing.abort()
    expect((await read).kind).toBe('cancelled')
    await settle()
    expect(isOver).toBe(false)
    cutOff.abort()
    expect((await send).kind).toBe('unknown-outcome')
  })

  it('accepts the answer of a send before it is cut off', async () => {
    const held = Promise.withResolvers<Parameters<Answer>[0]>()
    const { client, closing } = await open((response) => held.resolve(response))
    const send = queue(client)
    const response = await held.promise
    closing.abort()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(QUEUED))
    await expect(send).resolves.toMatchObject({ queued: 1 })
  })

  it('begins and retries no request', async () => {
    const { client, server, closing, clock } = await open(json(503, {}), json(429, { retryAfterSeconds: 60 }))
    const repeated = failure(catalog(client))
    await clock.whenSleeping(isWait)
    const waiting = failure(queue(client))
    await clock.whenSleeping((ms) => ms > TIMEOUT_MS)
    closing.abort()
    expect([(await repeated).kind, (await waiting).kind]).toEqual(['cancelled', 'cancelled'])
    expect((await failure(queue(client))).kind).toBe('cancelled')
    expect(server.seen).toHaveLength(2)
  })

  it('sends nothing when closing begins right before the request', async () => {
    const { client, server, closing } = await open(json(200, QUEUED))
    const beforeSend = async () => closing.abort()
    expect((await failure(client.request('outreach.queue', { body: QUEUE }, { ...brand, beforeSend }))).kind).toBe(
      'cancelled',
    )
    expect(server.seen).toEqual([])
  })
})

describe('429', () => {
  const limited = (body: object, headers: Record<string, string> = {}) =>
    json(429, { statusCode: 429, error: 'rate limit exceeded', ...body }, headers)

  it.each([
    ["the body's field first", limited({ retryAfterSeconds: 7 }, { 'retry-after': '99' }), 7_000],
    ['else the header in seconds', limited({}, { 'retry-after': '9' }), 9_000],
    ['else the header as a date', limited({}, { 'retry-after': 'Mon, 15 Jun 2026 12:00:11 GMT' }), 11_000],
    ['else a back-off', limited({}), 500],
  ])('waits %s, reports it, and retries even a send', async (_, answer, waitMs) => {
    const { client, server, clock, events } = await setup([answer, json(200, QUEUED)])
    const untilMs = clock.now() + waitMs
    const work = client.request('outreach.queue', { body: QUEUE }, brand)
    expect(await clock.whenSleeping(isWait)).toBe(waitMs)
    expect(events).toEqual([{ name: 'limiter.waiting', brandId: 'b1', operation: 'outreach.queue', untilMs }])
    expect(server.seen).toHaveLength(1)
    await clock.advance(waitMs)
    await expect(work).resolves.toMatchObject({ queued: 1 })
  })

  it('reports the end of a wait that is cancelled', async () => {
    const { client, clock, events } = await setup([limited({ retryAfterSeconds: 60 })])
    const stop = new AbortController()
    const work = failure(client.request('connectors.catalog', { query: {} }, { ...brand, signal: stop.signal }))
    await clock.whenSleeping(isWait)
    await clock.advance(10_000)
    stop.abort()
    expect((await work).kind).toBe('cancelled')
    const wait = { name: 'limiter.waiting', brandId: 'b1', operation: 'connectors.catalog' }
    expect(events).toEqual([
      { ...wait, untilMs: clock.now() + 50_000 },
      { ...wait, untilMs: clock.now() },
    ])
  })

  it('without a time to wait, waits twice as long after each, up to a minute', async () => {
    const { client, server, clock } = await setup([limited({})], { deps: { random: () => 1 } })
    const work = failure(client.request('outreach.queue', { body: QUEUE }, brand))
    const seconds = [1, 2, 4, 8, 16, 32, 60, 60, 60]
    for (const [place, wait] of seconds.entries()) {
      expect(await clock.whenSleeping(isWait)).toBe(wait * 1000)
      expect(server.seen).toHaveLength(place + 1)
      await clock.advance(wait * 1000)
    }
    expect((await work).kind).toBe('rate-limited')
  })

  it('counts its waits apart from those after faults', async () => {
    const [fault, many] = [json(503, {}), limited({})]
    const { client, clock } = await setup([fault, fault, many, fault, many, json(200, CATALOG)], {
      deps: { random: () => 1 },
    })
    const work = client.request('connectors.catalog', { query: {} }, brand)
    for (const waitMs of [1_000, 2_000, 1_000, 4_000, 2_000]) {
      expect(await clock.whenSleeping(isWait)).toBe(waitMs)
      await clock.advance(waitMs)
    }
    await expect(work).resolves.toEqual(CATALOG)
  })

  it('shows the error of the service, not its message', async () => {
    const { client } = await setup([
      limited({ error: 'Too many requests', message: 'Rate limit exceeded', retryAfterSeconds: 7_200 }),
    ])
    const error = await failure(client.request('connectors.catalog', { query: {} }, brand))
    expect(error.detail?.serviceText).toBe('Too many requests')
  })

  it('delays only that key and endpoint', async () => {
    const server = await startScriptedServer(limited({ retryAfterSeconds: 60 }), json(200, CATALOG))
    const accessOf = accessByBrand(server.baseUrl)
    const { client, clock } = await setup([], { deps: { accessOf } })
    const held = client.request('connectors.catalog', { query: {} }, brand)
    await clock.whenSleeping(isWait)
    await client.request('connectors.catalog', { query: {} }, { brandId: 'b2' })
    await client.request('connectors.update', { query: {}, body: { permissions: {} } }, brand)
    await clock.advance(60_000)
    await held
  })

  it('is rate-limited when the wait is longer than a request may wait', async () => {
    const { client } = await setup([limited({ retryAfterSeconds: 7_200 })])
    const error = await failure(client.request('connectors.catalog', { query: {} }, brand))
    expect(error).toMatchObject({ kind: 'rate-limited', detail: { retryAfterSeconds: 7_200 } })
  })

  it('can be cancelled', async () => {
    const { client, clock } = await setup([limited({ retryAfterSeconds: 60 })])
    const controller = new AbortController()
    const work = failure(client.request('connectors.catalog', { query: {} }, { ...brand, signal: controller.signal }))
    await clock.whenSleeping(isWait)
    controller.abort()
    expect((await work).kind).toBe('cancelled')
    expect(clock.sleeping()).toEqual([])
  })

  it('takes a slot of the key that is sent, where the key was replaced while it waited', async () => {
    const server = await startScriptedServer(json(200, CATALOG))
    let key = 'sk_old'
    const { client, clock } = await setup([], {
      profile: { limits: { requestsPerMinute: 1 } },
      deps: { accessOf: async () => ({ ...(await accessByBrand(server.baseUrl)('b1')), key }) },
    })
    const check = () => client.request('connectors.catalog', { query: {} }, brand)
    await check()
    const waiting = check()
    await clock.whenSleeping(isWait)
    key = 'sk_new'
    await check()
    await clock.advance(59_000)
    await clock.runUntil(waiting)
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer sk_old',
      'Bearer sk_new',
      'Bearer sk_new',
    ])
    // The new key was used at 0 s, and again a minute later.
    expect(clock.monotonicMs()).toBeGreaterThanOrEqual(60_000)
  })

  it('applies to all brands when limits are per account', async () => {
    const profile: ServiceProfilePatch = { limits: { scope: 'account', requestsPerMinute: 1 } }
    const { client, clock } = await setup([json(200, CATALOG)], { profile })
    await client.request('connectors.catalog', { query: {} }, brand)
    const second = client.request('connectors.catalog', { query: {} }, { brandId: 'b2' })
    expect(await clock.whenSleeping(isWait)).toBeGreaterThanOrEqual(59_000)
    await clock.advance(61_000)
    await second
  })
})

describe('replies', () => {
  it.each([
    ['a page', ((response) => response.writeHead(200).end('<html>oops</html>')) as Answer],
    ['half of a body', ((response) => response.writeHead(200).end('{"brandId": "te')) as Answer],
    ['a missing field', json(200, { canManage: true })],
    ['nothing', ((response) => response.writeHead(204).end()) as Answer],
  ])('%s is a bad-response that names fields, not values', async (_, answer) => {
    const { client, server } = await setup([answer])
    const error = await failure(client.request('connectors.catalog', { query: {} }, brand))
    expect(error.kind).toBe('bad-response')
    expect(error.detail?.issues?.length).toBeGreaterThan(0)
    expect(server.seen).toHaveLength(1)
  })

  it('larger than the cap are cut off, declared or not', async () => {
    let written = 0
    const endless: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const write = () => {
        if (response.destroyed || written > 50_000_000) return
        written += 65_536
        response.write(' '.repeat(65_536), write)
      }
      write()
    }
    const declared: Answer = (response) => response.writeHead(200, { 'content-length': '99000000' }).write('{')
    const { client } = await setup([endless, declared])
    expect((await failure(client.fetchBody('connectors.catalog', { query: {} }, brand))).kind).toBe('bad-response')
    expect((await failure(client.fetchBody('connectors.catalog', { query: {} }, brand))).kind).toBe('bad-response')
    expect(written).toBeLessThan(20_000_000)
  })

  it('are passed on raw, with the names of their fields, to a worker that parses them', async () => {
    const { client } = await setup([json(200, { any: 'thing' })])
    const { body, fields } = await client.fetchBody('topicClusters.list', { query: {} }, brand)
    expect([fields, new TextDecoder().decode(body)]).toEqual([undefined, '{"any":"thing"}'])
    const response = { nextCursor: 'after' }
    const named = await setup([json(200, {})], { profile: { fields: { 'topicClusters.list': { response } } } })
    expect(await named.client.fetchBody('topicClusters.list', { query: {} }, brand)).toMatchObject({ fields: response })
  })
})

describe('field names of the profile', () => {
  it('are those of the request on the wire, and of the reply', async () => {
    const profile: ServiceProfilePatch = {
      fields: {
        'cms.unschedule': {
          request: { articleSlugs: 'articles.slugs' },
          response: { results: 'done', 'results[].articleSlug': 'done[].slug', success: 'ok' },
        },
      },
    }
    const wire = { ok: true, succeeded: 1, failed: 0, done: [{ slug: 'tea', note: 'x' }] }
    const { client, server } = await setup([json(200, wire)], { profile })
    const reply = await client.request('cms.unschedule', UNSCHEDULE, brand)
    expect(server.seen.map(({ body }) => JSON.parse(body))).toEqual([{ articles: { slugs: ['tea'] } }])
    expect(reply).toEqual({ success: true, succeeded: 1, failed: 0, results: [{ articleSlug: 'tea', note: 'x' }] })
  })

  it('are named by our names in a reply that does not fit', async () => {
    const profile: ServiceProfilePatch = {
      fields: {
        'connectors.catalog': { response: { tools: 'permissions', 'tools[].effective': 'permissions[].state' } },
      },
    }
    const tools = [{ name: 'list_teams', group: 'read', effective: 'allow' }]
    const { client } = await setup([json(200, { ...CATALOG, permissions: tools })], { profile })
    const { message, detail } = await failure(client.request('connectors.catalog', { query: {} }, brand))
    expect(message).toContain(
      'Acme: the reply to connectors.catalog cannot be used: "effective" of "tools" is missing.',
    )
    expect(detail?.issues?.map(({ path }) => path)).toEqual(['tools.0.effective'])
  })
})

it('the reply of connectors.setSync is read with or without a wrapped catalog', async () => {
  const { brandId, ...rest } = CATALOG
  const { client } = await setup([
    json(200, { ...CATALOG, syncEnabled: true }),
    json(200, { syncEnabled: true, catalog: { brandId, ...rest, role: 'owner' } }),
    json(200, { syncEnabled: true, catalog: { brandId, canManage: true, tools: [] } }),
  ])
  const setSync = () => client.request('connectors.setSync', { query: {}, body: { enabled: true } }, brand)
  for (let reply = 0; reply < 3; reply += 1)
    expect(await setSync()).toMatchObject({ brandId, canManage: true, syncEnabled: true, tools: [] })
})
