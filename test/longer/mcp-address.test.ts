// What another account of this machine can do with the address on which the desk answers assistants by HTTP.
import { expect, onTestFinished, test } from 'vitest'
import { startDeskProcess } from '../support/desk-process.ts'
import { canBeOther, runAsOther, startAsOther, whyNotOther } from '../support/other-account.ts'
import { openSandbox } from '../support/sandbox.ts'
import { syncAll } from '../support/sync-all.ts'
import { tempHome } from '../support/temp-home.ts'

const LISTENER = `
  const [port] = process.argv.slice(1)
  require('node:http').createServer((request, response) => {
    process.stdout.write(request.headers.authorization ?? 'none')
    response.end()
  }).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready'))`

const READER = `
  const [address, authorization] = process.argv.slice(1)
  const params = { name: 'rankings', arguments: {} }
  fetch(address, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  }).then(async (reply) => process.stdout.write(reply.status + ' ' + (await reply.text()).slice(0, 400)))`

/** Where it listens; fails where it does not. */
const listeningAt = async (desk: Awaited<ReturnType<typeof startDeskProcess>>): Promise<string> => {
  const { http } = await desk.value('mcp.status', {})
  expect(http).toMatchObject({ isListening: true, error: null })
  return http.address ?? ''
}

const portOf = (address: string): string => new URL(address).port

const openHome = async () => {
  const { home } = tempHome()
  const sandbox = await openSandbox({ brands: 1, keywords: 20, days: 10 })
  const start = async () => {
    const desk = await startDeskProcess({ home, env: { AGENCY_DESK_DEMO: '0' } })
    onTestFinished(async () => void (await desk.stop()))
    return desk
  }
  const desk = await start()
  await desk.value('service.setProfile', { baseUrl: sandbox.baseUrl })
  const { id } = await desk.value('brands.add', { name: 'Acme', key: sandbox.keyOf(0), sessionOnly: true })
  await syncAll(desk)
  await desk.value('mcp.configure', { brandIds: [id], isHttpOn: true })
  const { token, address } = await desk.value('mcp.newToken', {})
  return { desk, start, address, authorization: `Bearer ${token}` }
}
/** As an assistant does that still has the address and the token of an earlier start. */
const connectTo = (address: string, authorization: string) =>
  fetch(address, { method: 'POST', headers: { authorization } })

test.runIf(canBeOther)(
  `a token that another account takes at the former address opens nothing when the desk is back${whyNotOther}`,
  async () => {
    const { desk, start, address, authorization } = await openHome()
    expect(await runAsOther(READER, [address, authorization])).toMatch(/^200 /)
    await desk.stop()
    const thief = startAsOther(LISTENER, [portOf(address)])
    expect(await thief.next()).toBe('ready')
    const taken = thief.next()
    await connectTo(address, authorization)
    expect(await taken).toBe(authorization)
    await thief.end()

    const again = await start()
    const now = await listeningAt(again)
    expect(await runAsOther(READER, [now, await taken])).toMatch(/^401 /)
    // Nor is it of use where a person makes a new token.
    const { token } = await again.value('mcp.newToken', {})
    expect(await runAsOther(READER, [now, await taken])).toMatch(/^401 /)
    expect(await runAsOther(READER, [now, ''])).toMatch(/^401 /)
    expect(await runAsOther(READER, [now, `Bearer ${token}`])).toMatch(/^200 /)
  },
)

test.runIf(canBeOther)(
  `the desk answers assistants although another account holds the former port${whyNotOther}`,
  async () => {
    const { desk, start, address, authorization } = await openHome()
    await desk.stop()
    const thief = startAsOther(LISTENER, [portOf(address)])
    expect(await thief.next()).toBe('ready')
    const now = await listeningAt(await start())
    expect(portOf(now)).not.toBe(portOf(address))
    expect(await runAsOther(READER, [now, authorization])).toMatch(/^401 /)
  },
)

test('a token ends where HTTP is switched off, and there is none without a server', async () => {
  const { desk, authorization } = await openHome()
  const off = await desk.value('mcp.configure', { isHttpOn: false })
  expect(off.http).toEqual({ isListening: false, address: null, error: null, hasToken: false })
  expect(await desk.call('mcp.newToken', {})).toMatchObject({
    ok: false,
    error: { kind: 'conflict', message: expect.stringContaining('HTTP on this machine is off') },
  })
  const { http } = await desk.value('mcp.configure', { isHttpOn: true })
  expect(http).toMatchObject({ isListening: true, hasToken: false })
  expect((await connectTo(http.address ?? '', authorization)).status).toBe(401)
  expect((await desk.value('mcp.newToken', {})).address).toBe(http.address)
  expect((await connectTo(http.address ?? '', authorization)).status).toBe(401)
})
