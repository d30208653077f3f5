// The desk of `npm run serve`, in a process of its own, as a server runs it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeLock } from '../../src-main/shells/lock.ts'
import { connectDesk } from '../../src-main/shells/socket/client.ts'
import { socketPath } from '../../src-main/shells/socket/path.ts'
import { runCommand } from '../support/run-command.ts'
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
