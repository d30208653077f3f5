// The desk of `npm run serve`, in a process of its own, as a server runs it.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CLOSING_LIMITS } from '../../src-main/closing.ts'
import { callDesk } from '../../src-main/desk.ts'
import { takeLock } from '../../src-main/shells/lock.ts'
import { connectDesk } from '../../src-main/shells/socket/client.ts'
import { socketPath } from '../../src-main/shells/socket/path.ts'
import { describePostgres } from '../support/postgres.ts'
import { cmsControl } from '../support/publishing-desk.ts'
import { runCommand } from '../support/run-command.ts'
import { openSandbox } from '../support/sandbox.ts'
import { accessOf } from '../support/team-access.ts'
import { one, teamDatabase } from '../support/team-database.ts'
import { tempHome } from '../support/temp-home.ts'

const entry = join(import.meta.dirname, '../../src-main/shells/serve/index.ts')

const serve = (home: string, env: Record<string, string> = {}) =>
  runCommand({
    file: process.execPath,
    args: [entry],
    env: {
      AGENCY_DESK_HOME: home,
      AGENCY_DESK_PORT: '0',
      AGENCY_DESK_WEBHOOK_PORT: '0',
      AGENCY_DESK_KEYCHAIN: 'session',
      ...env,
    },
  })

test('a desk on a server says that it is well, to this machine alone, and closes when it is asked to', async () => {
  const { home } = tempHome()
  const { child, printed, ended } = serve(home)
  const address = await printed(/Health: (\S+)/)
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/healthz$/)

  const health = await fetch(address)
  expect([health.status, await health.json()]).toEqual([
    200,
    { ok: true, team: null, receiver: 'listening', keychain: 'session' },
  ])
  for (const [path, method] of [
    ['/', 'GET'],
    ['/healthz?brands', 'GET'],
    ['/healthz', 'POST'],
    ['/api/call/brands.list', 'POST'],
  ])
    expect((await fetch(new URL(path ?? '', address), { method: method ?? '' })).status).toBe(404)

  // Commands reach it as they reach any desk.
  const remote = await connectDesk(socketPath(home))
  expect(await remote?.call('brands.list', {})).toMatchObject({ ok: true })
  expect(await remote?.hello()).toMatchObject({ shell: 'none' })
  await remote?.close()

  child.kill('SIGTERM')
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Ending.') })
  const lock = takeLock(home)
  expect(lock).not.toBeNull()
  lock?.release()
})

test('health is refused to a request under another host name', async () => {
  const { printed } = serve(tempHome().home)
  const { port } = new URL(await printed(/Health: (\S+)/))
  const statusFor = async (host: string) => {
    const asked = request({ host: '127.0.0.1', port, path: '/healthz', headers: { host }, agent: false }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage] // of node:http
    response.resume()
    return response.statusCode
  }
  const names = [`evil.example:${port}`, '127.0.0.1', `127.0.0.1:${Number(port) + 1}`]
  for (const host of names) expect(await statusFor(host), host).toBe(421)
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) expect(await statusFor(host), host).toBe(200)
})

test('a desk on a server says that it is not well while nothing can be received', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo // TCP
  const { printed } = serve(tempHome().home, { AGENCY_DESK_WEBHOOK_PORT: String(port) })
  const health = await fetch(await printed(/Health: (\S+)/))
  expect([health.status, await health.json()]).toMatchObject([503, { ok: false, receiver: 'failed' }])
})

test('a second desk on the folder of a server does not start', async () => {
  const { home } = tempHome()
  await serve(home).printed(/Health: (\S+)/)
  const second = await serve(home).ended
  expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('is running already') })
})

describePostgres('a desk on a server', (programs) => {
  test('joins the team that its environment names, and stays the same desk in it', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const { url, password } = accessOf(await team.person('serve', { role: 'sender' }))
    const { home } = tempHome()
    const env = { AGENCY_DESK_TEAM: url.replace('@', `:${password}@`) }
    const first = serve(home, env)
    const address = await first.printed(/Health: (\S+)/)
    const ask = async () => {
      const reply = await fetch(address)
      return { status: reply.status, text: await reply.text() }
    }
    await expect.poll(async () => (await ask()).text).toContain('connected')
    expect((await ask()).status).toBe(200)
    const { text } = await ask()
    expect(JSON.parse(text)).toMatchObject({ ok: true, team: { connection: 'connected', behindSeconds: 0 } })
    for (const secret of [password, url, 'acme', 'serve']) expect(text).not.toContain(secret)

    first.child.kill('SIGTERM')
    const { code, stdout, stderr } = await first.ended
    expect(code).toBe(0)
    expect(stdout + stderr).not.toContain(password)

    // It is in the team from then on, as the same desk.
    const second = serve(home, env)
    const again = await second.printed(/Health: (\S+)/)
    await expect.poll(async () => (await fetch(again)).status).toBe(200)
    expect(await one(team.owner, "SELECT count(*) FROM agency_desk.desk WHERE name <> 'desk of serve'")).toBe(1)
  })

  /** A server with the key of a brand, and its desk as commands reach it. */
  const serveBrand = async (home: string, { address, key }: { readonly address: string; readonly key: string }) => {
    const server = serve(home, { AGENCY_DESK_TEAM: address })
    await server.printed(/Health: (\S+)/)
    const remote = await connectDesk(socketPath(home))
    if (remote === null) throw new Error('The desk of the server cannot be reached.')
    onTestFinished(() => remote.close().catch(() => undefined))
    const giveKey = () => callDesk(remote, 'brands.replaceKey', { brandId: 'acme', key, sessionOnly: true })
    return { ...server, remote, giveKey }
  }

  test.each([
    { what: 'knows what the service still says', state: 'confirmed' },
    { what: 'does not know what the service never says', state: 'unknown' },
  ])('that is asked to end while it sends $what, gives its claim back, and sends nothing twice', async ({ state }) => {
    const sandbox = await openSandbox({ brands: 1, keywords: 5, days: 2, now: Date.now })
    const key = sandbox.keyOf(0)
    const team = await teamDatabase(programs, ['acme'])
    const { url, password } = accessOf(await team.person('serve', { role: 'admin' }))
    const address = url.replace('@', `:${password}@`)
    const { home } = tempHome()
    const first = await serveBrand(home, { address, key })
    await callDesk(first.remote, 'service.setProfile', { baseUrl: sandbox.baseUrl })
    await first.giveKey()
    await sandbox.fault({ operation: 'cms.publish', kind: 'hold' })
    const publish = (slug: string) =>
      callDesk(first.remote, 'publishing.publish', {
        ...{ brandId: 'acme', articleSlugs: [slug], provider: 'wordpress', status: 'publish', holdSeconds: 0 },
        accept: ['duplicate', 'wrong-brand'],
      })
    await publish('sent')
    await publish('waiting')
    const publishes = async () =>
      (await sandbox.requests()).filter(({ operation }) => operation === 'cms.publish').length
    await expect.poll(publishes).toBe(1)
    const claims = () => one<number>(team.owner, 'SELECT count(*) FROM agency_desk.claim')
    expect(await claims()).toBe(1)

    const askedMs = performance.now()
    first.child.kill('SIGTERM')
    await first.printed(/Ending\./)
    if (state === 'confirmed') await sandbox.release()
    expect((await first.ended).code).toBe(0)
    expect(performance.now() - askedMs).toBeLessThan(CLOSING_LIMITS.allMs + 5_000)
    expect(await claims()).toBe(0)
    const states = async () =>
      (await team.owner.query('SELECT subject, state FROM agency_desk.intent_item ORDER BY subject')).rows
    expect(await states()).toEqual([
      { subject: 'sent', state },
      { subject: 'waiting', state: 'waiting' },
    ])
    await sandbox.release()

    const second = await serveBrand(home, { address, key })
    await second.giveKey()
    await expect.poll(states).toEqual([
      { subject: 'sent', state },
      { subject: 'waiting', state: 'confirmed' },
    ])
    expect(await publishes()).toBe(2)
    const articles = await cmsControl(sandbox.controlUrl).articles()
    expect(articles.map(({ slug, published }) => [slug, published]).toSorted()).toEqual([
      ['sent', 1],
      ['waiting', 1],
    ])
  })
})
