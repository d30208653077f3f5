import { describe, expect, it } from 'vitest'
import { type Answer, type SandboxClient, startClient } from './sandbox-client.ts'

const TOP = '/v3/rank-tracking/top-keywords'
const operation = 'rankTracking.topKeywords'

const order = async (client: SandboxClient, fault: Record<string, unknown>): Promise<void> => {
  const { status, text } = await client.control('POST', '/faults', { operation, ...fault })
  expect(status, text).toBe(201)
}

/** What the server knew of the last call: null where the line was cut. */
const lastStatus = async (client: SandboxClient): Promise<number | null> =>
  (await client.control('GET', '/requests')).json.requests.at(-1).status

describe('faults', () => {
  it('gives any status n times, on one operation and one brand only', async () => {
    const client = await startClient()
    await order(client, { kind: 'status', status: 503, times: 2, teamId: client.sandbox.brands[0]?.teamId })
    expect((await client.call(TOP, { brand: 1 })).status).toBe(200)
    expect((await client.call('/v3/topic-clusters')).status).toBe(200)
    const [first, second, third] = [await client.call(TOP), await client.call(TOP), await client.call(TOP)]
    expect([first.status, second.status, third.status]).toEqual([503, 503, 200])
    expect(first.json).toMatchObject({ success: false, statusCode: 503 })
    expect((await client.control('GET', '/faults')).json.faults).toEqual([])
  })

  it('gives a status with its own body and wait', async () => {
    const client = await startClient()
    await order(client, { kind: 'status', status: 429, retryAfterSeconds: 7 })
    await order(client, { kind: 'status', status: 402, body: '{"error":"insufficient credits"}' })
    const limited = await client.call(TOP)
    expect(limited.json.retryAfterSeconds).toBe(7)
    expect(limited.headers.get('retry-after')).toBe('7')
    const broke = await client.call(TOP)
    expect([broke.status, broke.json]).toEqual([402, { error: 'insufficient credits' }])
  })

  it.each(['before', 'after', 'mid-reply'])('cuts the line: %s', async (at) => {
    const client = await startClient()
    await order(client, { kind: 'cut', at })
    await expect(client.call(TOP)).rejects.toThrow()
    expect(await lastStatus(client)).toBeNull()
    expect((await client.call(TOP)).status).toBe(200)
  })

  it('sends headers and half of the body before it cuts in mid-reply', async () => {
    const client = await startClient()
    const whole = await client.call(TOP)
    await order(client, { kind: 'cut', at: 'mid-reply' })
    const headers = { authorization: `Bearer ${client.sandbox.brands[0]?.key}` }
    const response = await fetch(`${client.sandbox.baseUrl}${TOP}`, { headers })
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(whole.text)))
    await expect(response.text()).rejects.toThrow()
  })

  it.each<[string, Record<string, unknown>, (answer: Answer, whole: Answer) => void]>([
    [
      'malformed',
      {},
      ({ status, json, text }) => expect([status, json, text.length > 0]).toEqual([200, undefined, true]),
    ],
    ['malformed', { body: '{"items":7}' }, ({ json }) => expect(json).toEqual({ items: 7 })],
    [
      'truncated',
      {},
      ({ status, text }, whole) => {
        expect(status).toBe(200)
        expect(whole.text.startsWith(text) && text.length < whole.text.length).toBe(true)
      },
    ],
    [
      'html',
      {},
      ({ status, headers }) => {
        expect(status).toBe(502)
        expect(headers.get('content-type')).toContain('text/html')
      },
    ],
    ['huge', { bytes: 3_000_000 }, ({ text, json }) => expect([text.length, json.items]).toEqual([3_000_000, []])],
    ['delay', { delayMs: 30 }, ({ json }, whole) => expect(json).toEqual(whole.json)],
  ])('%s %o', async (kind, more, check) => {
    const client = await startClient()
    const whole = await client.call(TOP)
    await order(client, { kind, ...more })
    const started = performance.now()
    check(await client.call(TOP), whole)
    expect(performance.now() - started).toBeGreaterThanOrEqual(Number(more.delayMs ?? 0) - 2)
    expect((await client.call(TOP)).json).toEqual(whole.json)
  })

  it('still asks for the key and counts against the limit', async () => {
    const client = await startClient({ profile: { limits: { requestsPerMinute: 1 } } })
    await order(client, { kind: 'status', status: 500, times: 9 })
    expect((await client.call(TOP, { key: 'sk_unknown' })).status).toBe(401)
    expect((await client.call(TOP)).status).toBe(500)
    expect((await client.call(TOP)).status).toBe(429)
  })

  it.each([
    ['it is released', 'POST', '/faults/release'],
    ['the faults are cleared', 'DELETE', '/faults'],
  ])('holds a request until %s', async (_, method, path) => {
    const client = await startClient()
    await order(client, { kind: 'hold' })
    let isAnswered = false
    const held = client.call(TOP).finally(() => {
      isAnswered = true
    })
    await expect.poll(async () => (await client.control('GET', '/faults')).json.faults).toEqual([])
    expect((await client.call(TOP)).status).toBe(200)
    expect(isAnswered).toBe(false)
    await client.control(method, path)
    expect((await held).status).toBe(200)
  })

  it('lists the faults that are left and clears them', async () => {
    const client = await startClient()
    await order(client, { kind: 'html', times: 3 })
    await client.call(TOP)
    expect((await client.control('GET', '/faults')).json.faults).toEqual([
      expect.objectContaining({ kind: 'html', operation, times: 2 }),
    ])
    await client.control('DELETE', '/faults')
    expect((await client.call(TOP)).status).toBe(200)
  })

  it('refuses a fault that it does not know', async () => {
    const client = await startClient()
    for (const wrong of [{ kind: 'explode' }, { kind: 'delay', operation: 'no.such' }, { kind: 'delay', tiems: 2 }]) {
      const { status } = await client.control('POST', '/faults', { operation, ...wrong })
      expect(status).toBe(400)
    }
  })
})

describe('control endpoints', () => {
  it('logs requests with operation, brand and status, never a key', async () => {
    const client = await startClient()
    const { key = '', teamId } = client.sandbox.brands[0] ?? {}
    await client.call(TOP, { query: { limit: '2', stray: key } })
    await client.call(TOP, { key: 'sk_unknown' })
    await client.call('/nowhere')
    const { json, text } = await client.control('GET', '/requests')
    expect(json.requests).toEqual([
      expect.objectContaining({
        operation,
        teamId,
        status: 200,
        at: '2026-03-10T12:00:00.000Z',
        query: { limit: '2', stray: '[removed]' },
      }),
      expect.objectContaining({ operation, teamId: null, status: 401 }),
      expect.objectContaining({ operation: null, status: 404, path: '/nowhere' }),
    ])
    expect(text).not.toContain('sk_')
    await client.control('DELETE', '/requests')
    expect((await client.control('GET', '/requests')).json.requests).toEqual([])
  })

  it('answers only to a loopback Host and to no web page', async () => {
    const client = await startClient()
    const { hostname, port } = new URL(client.sandbox.baseUrl)
    const { request } = await import('node:http')
    const statusFor = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const path = '/__sandbox/counts'
        request({ hostname, port, path, headers }, (reply) => resolve(reply.resume().statusCode))
          .on('error', reject)
          .end()
      })
    expect(await statusFor({ host: `127.0.0.1:${port}` })).toBe(200)
    expect(await statusFor({ host: `localhost:${port}` })).toBe(200)
    expect(await statusFor({ host: 'sandbox.example.com' })).toBe(403)
    expect(await statusFor({ host: `127.0.0.1.example.com:${port}` })).toBe(403)
    expect(await statusFor({ host: `127.0.0.1:${port}`, origin: 'http://127.0.0.1:9' })).toBe(403)
  })

  it('moves the clock by a span or to an instant', async () => {
    const client = await startClient()
    const moved = await client.control('POST', '/clock', { advanceMs: 1500 })
    expect(moved.json).toEqual({ now: '2026-03-10T12:00:01.500Z' })
    await client.control('POST', '/clock', { now: '2027-01-01T00:00:00Z' })
    expect((await client.control('GET', '/clock')).json).toEqual({ now: '2027-01-01T00:00:00.000Z' })
    expect((await client.control('POST', '/clock', { now: 'soon' })).status).toBe(400)
  })
})
