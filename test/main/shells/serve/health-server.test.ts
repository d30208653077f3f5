// What whatever watches a desk on a server gets for an answer.
import { get, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { Desk } from '../../../../src-main/desk.ts'
import { startHealthServer } from '../../../../src-main/shells/serve/health-server.ts'

type State = {
  readonly team?: { readonly connection: string; readonly behindSeconds: number } | null
  readonly webhooks?: { readonly enabled: boolean; readonly listening: boolean }
  readonly keychain?: string
}

const start = async (
  { team = null, webhooks = { enabled: false, listening: false }, keychain = 'ok' }: State | undefined = {},
  isAnswering = true,
) => {
  const values: Readonly<Record<string, unknown>> = {
    'team.status': { team },
    'webhooks.status': webhooks,
    'desk.about': { keychain: { state: keychain } },
  }
  const call = async (name: string) =>
    isAnswering ? { ok: true, value: values[name] } : { ok: false, error: { kind: 'storage', message: 'x' } }
  const server = await startHealthServer({ call } as unknown as Pick<Desk, 'call'>, null) // the three calls
  onTestFinished(server.close)
  const ask = (path = '/healthz', options: { method?: string; host?: string } = {}) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const url = new URL(path, server.address)
      const { method = 'GET', host = url.host } = options
      const sent = request(url, { method, headers: { host }, agent: false }, async (response) =>
        resolve({ status: response.statusCode ?? 0, body: await text(response) }),
      )
      sent.on('error', reject).end()
    })
  return { ...server, ask }
}
const healthOf = async (state?: State, isAnswering?: boolean) => {
  const { status, body } = await (await start(state, isAnswering)).ask()
  return { status, ...JSON.parse(body) }
}

test('a desk alone with its keychain is well, whether or not it receives', async () => {
  const well = { status: 200, ok: true, team: null, keychain: 'ok' }
  expect(await healthOf()).toEqual({ ...well, receiver: 'off' })
  expect(await healthOf({ webhooks: { enabled: true, listening: true } })).toEqual({ ...well, receiver: 'listening' })
  expect(await healthOf({ webhooks: { enabled: true, listening: false } })).toEqual({
    ...well,
    ...{ status: 503, ok: false, receiver: 'failed' },
  })
})

test.each([
  ['ok', 200],
  ['session', 200],
  ['locked', 503],
  ['unavailable', 503],
])('with a keychain that is %s the answer is %i', async (keychain, status) => {
  expect(await healthOf({ keychain })).toMatchObject({ status, keychain })
})

test.each([
  ['connected', 59.6, 200],
  ['connected', 60, 503],
  ['offline', 0, 503],
])('in a team that is %s and %f seconds behind the answer is %i', async (connection, behindSeconds, status) => {
  const team = { connection, behindSeconds: Math.round(behindSeconds) }
  expect(await healthOf({ team: { connection, behindSeconds } })).toMatchObject({ status, team })
})

test('a desk that does not answer is not well, and says nothing else', async () => {
  expect(await healthOf({}, false)).toEqual({ status: 503, ok: false })
})

test('nothing but its own address is answered, to its own name alone', async () => {
  const { ask, address } = await start()
  const { port } = new URL(address)
  expect(await ask('/healthz', { method: 'HEAD' })).toEqual({ status: 200, body: '' })
  expect((await ask('/healthz', { host: `localhost:${port}` })).status).toBe(200)
  for (const [path, method] of [
    ['/', 'GET'],
    ['/healthz?x', 'GET'],
    ['/healthz', 'POST'],
  ] as const)
    expect(await ask(path, { method })).toEqual({ status: 404, body: '{"ok":false}\n' })
  for (const host of ['desk.example', `desk.example:${port}`, 'localhost'])
    expect((await ask('/healthz', { host })).status).toBe(421)
  const headers = await new Promise<Readonly<Record<string, unknown>>>((resolve) =>
    get(address, { agent: false }, (response) => resolve(response.resume().headers)),
  )
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
})
