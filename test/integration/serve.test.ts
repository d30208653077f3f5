// The desk of `npm run serve`, in a process of its own, as a server runs it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeLock } from '../../src-main/shells/lock.ts'
import { connectDesk } from '../../src-main/shells/socket/client.ts'
import { socketPath } from '../../src-main/shells/socket/path.ts'
import { describePostgres } from '../support/postgres.ts'
import { runCommand } from '../support/run-command.ts'
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
})
