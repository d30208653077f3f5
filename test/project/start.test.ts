// The commands of package.json as a person runs them, on the bundles.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { memoryEnv } from '../../scripts/lib/project.mjs'
import { findElectron } from '../../scripts/lib/runtimes.mjs'
import { startCuttingProxy } from '../support/cutting-proxy.ts'
import { signIn } from '../support/desk-process.ts'
import { runCommand } from '../support/run-command.ts'
import { openSandbox } from '../support/sandbox.ts'
import { tempHome } from '../support/temp-home.ts'

const root = join(import.meta.dirname, '..', '..')

const runScript = (script: string, args: string[], env: Readonly<Record<string, string>>) =>
  runCommand({
    file: process.execPath,
    args: [join(root, 'scripts', script), ...args],
    env: { AGENCY_DESK_KEYCHAIN: 'session', AGENCY_DESK_PORT: '0', AGENCY_DESK_WEBHOOK_PORT: '0', ...env },
  })

const ADDRESS = /Open (http:\/\/127\.0\.0\.1:\d+\/#token=\S+)/

/** Resolves when nothing answers there any more; the test's own time limit bounds it. */
const whenRefused = async (address: string): Promise<void> => {
  for (;;) {
    const isUp = await fetch(address, { signal: AbortSignal.timeout(2000) }).then(
      () => true,
      () => false,
    )
    if (!isUp) return
    await new Promise(setImmediate)
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

const demoAddress = async (home: string): Promise<string> => {
  const about = await runScript('desk.mjs', ['call', 'desk.about'], { AGENCY_DESK_HOME: home }).ended
  const { demo } = JSON.parse(about.stdout) as { demo: { running: boolean; baseUrl: string } } // the contract's own
  expect(demo.running).toBe(true)
  return demo.baseUrl
}

describe('npm start', () => {
  test('opens a working demo agency; a second start prints its address; Ctrl-C ends all processes', async () => {
    const { home } = tempHome()
    const env = { AGENCY_DESK_HOME: home, AGENCY_DESK_SHELL: 'web' }
    const desk = runScript('start.mjs', [], env)
    const address = await desk.printed(ADDRESS)
    const { origin } = new URL(address)
    const session = await signIn(address)
    const page = await fetch(origin)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<div id="root">')
    expect(await desk.printed(/Synced (\d+) of \1\b/)).not.toBe('0')

    const second = await runScript('start.mjs', [], env).ended
    expect(second.code).toBe(0)
    expect(second.stdout).toContain('is running already')
    const fresh = ADDRESS.exec(second.stdout)?.[1] ?? ''
    expect(await signIn(fresh)).not.toBe(session)

    const list = await runScript('desk.mjs', ['call', 'brands.list'], env).ended
    expect(JSON.parse(list.stdout).brands).toHaveLength(12)
    const sandbox = await demoAddress(home)
    desk.child.kill('SIGINT')
    expect((await desk.ended).code).toBe(0)
    await expect(fetch(sandbox)).rejects.toThrow()
    await expect(fetch(origin)).rejects.toThrow()
  })

  test('reports on the terminal how a damaged file was repaired', async () => {
    const { home, coreFile } = tempHome()
    writeFileSync(coreFile, 'this is no database')
    const env = { AGENCY_DESK_HOME: home, AGENCY_DESK_SHELL: 'none', AGENCY_DESK_DEMO: '0' }
    const desk = runScript('start.mjs', [], env)
    await desk.printed(/running without a window/)
    desk.child.kill('SIGINT')
    const { code, stderr } = await desk.ended
    expect(code).toBe(0)
    expect(stderr).toContain('The desk starts empty')
  })

  test('of two started at the same time one opens the desk, the other prints its address', async () => {
    const { home } = tempHome()
    const env = { AGENCY_DESK_HOME: home, AGENCY_DESK_SHELL: 'web', AGENCY_DESK_DEMO: '0' }
    const desks = [runScript('start.mjs', [], env), runScript('start.mjs', [], env)]
    const addresses = await Promise.all(desks.map((desk) => desk.printed(ADDRESS)))
    expect(new Set(addresses.map((address) => new URL(address).origin)).size).toBe(1)
    const second = await Promise.race(desks.map((desk) => desk.ended))
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('is running already') })
    // The address that was made last is the one that opens.
    const newest = ADDRESS.exec(second.stdout)?.[1] ?? ''
    const older = addresses.find((address) => address !== newest) ?? ''
    await expect(signIn(older)).rejects.toThrow('401')
    await signIn(newest)
  })

  test('ends the desk and its sandbox when it is killed', async () => {
    const { home } = tempHome()
    const desk = runScript('start.mjs', [], { AGENCY_DESK_HOME: home, AGENCY_DESK_SHELL: 'web' })
    const address = await desk.printed(ADDRESS)
    const sandbox = await demoAddress(home)
    desk.child.kill('SIGKILL')
    await whenRefused(sandbox)
    await whenRefused(address)
  })

  test('ends on SIGTERM while the service holds a send, and the next start shows the send as unknown', async () => {
    const { home } = tempHome()
    const sandbox = await openSandbox({ brands: 1, keywords: 5, days: 2 })
    const proxy = await startCuttingProxy(sandbox.baseUrl)
    const env = { AGENCY_DESK_HOME: home, AGENCY_DESK_SHELL: 'web', AGENCY_DESK_DEMO: '0' }
    const call = async (name: string, input: object) => {
      const { code, stdout, stderr } = await runScript('desk.mjs', ['call', name, JSON.stringify(input)], env).ended
      expect([code, stderr]).toEqual([0, ''])
      return JSON.parse(stdout)
    }
    const first = runScript('start.mjs', [], env)
    await first.printed(ADDRESS)
    await call('service.setProfile', { baseUrl: proxy.url })
    const [row] = sandbox.brands
    const { id: brandId } = await call('brands.add', { name: row?.name, key: row?.key, sessionOnly: true })
    const headers = { authorization: `Bearer ${row?.key}` }
    const contacts = await (await fetch(`${sandbox.baseUrl}/v3/outreach/prospects/emails`, { headers })).json()
    const { id: prospectEmailId } = contacts.items.find(({ email }: { email: string | null }) => email !== null)
    const trapped = proxy.trap('/v3/outreach/outbox/queue', 'committed')
    const items = [{ prospectEmailId, subject: 'An idea', body: 'Hello' }]
    const accept = ['already-queued', 'contacted-before']
    const { intentId } = await call('outreach.queue', { brandId, items, accept, holdSeconds: 0 })
    await trapped
    first.child.kill('SIGTERM')
    // The process that starts it kills one that does not end within 10 s: that would be another exit code.
    expect(await first.ended).toMatchObject({ code: 0 })

    const second = runScript('start.mjs', [], env)
    await second.printed(ADDRESS)
    const { state, items: found } = await call('intents.get', { id: intentId })
    expect([state, found[0].state]).toEqual(['unknown', 'unknown'])
    const sends = (await sandbox.requests()).filter(({ operation }) => operation === 'outreach.queue')
    expect(sends).toHaveLength(1)
  })

  test('is reached by the command line without a window', async () => {
    const { home } = tempHome()
    const env = { AGENCY_DESK_HOME: home, AGENCY_DESK_SHELL: 'none', AGENCY_DESK_DEMO: '0' }
    const desk = runScript('start.mjs', [], env)
    await desk.printed(/without a window/)
    if (process.platform === 'linux') {
      const [program] = childrenOf(desk.child.pid ?? 0)
      expect(readFileSync(`/proc/${program}/cmdline`, 'utf8').split('\0')).toContain('--disable-sigusr1')
      // Without the limits of glibc, freed memory is kept for good (scripts/lib/project.mjs).
      const given = readFileSync(`/proc/${program}/environ`, 'utf8').split('\0')
      for (const name of ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_'])
        expect(given).toContain(`${name}=${memoryEnv[name]}`)
      process.kill(program ?? 0, 'SIGUSR1') // it goes on
    }
    const about = await runScript('desk.mjs', ['call', 'desk.about'], env).ended
    expect(JSON.parse(about.stdout)).toMatchObject({ shell: 'none', dataFolder: home, demo: { running: false } })
    expect((await runScript('desk.mjs', ['open'], env).ended).code).toBe(1)
  })

  test('opens an installed browser as an app window on a display, and closes it at the end', async () => {
    const { home } = tempHome()
    const bin = join(home, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'google-chrome'), `#!/bin/sh\necho $$ "$@" > ${home}/window\nexec sleep 600\n`)
    chmodSync(join(bin, 'google-chrome'), 0o700)
    const desk = runScript('start.mjs', [], {
      AGENCY_DESK_HOME: join(home, 'desk'),
      AGENCY_DESK_SHELL: 'web',
      AGENCY_DESK_DEMO: '0',
      DISPLAY: ':99',
      PATH: `${bin}:${process.env.PATH}`,
    })
    const address = await desk.printed(ADDRESS)
    const readWindow = () => {
      try {
        return readFileSync(join(home, 'window'), 'utf8')
      } catch {
        return ''
      }
    }
    // Every user of the machine can read the arguments of a process: the token is in a file of ours only.
    await expect.poll(readWindow).toContain('--app=')
    expect(readWindow()).not.toContain('token')
    const startPage = fileURLToPath(/--app=(\S+)/.exec(readWindow())?.[1] ?? '')
    expect(readFileSync(startPage, 'utf8')).toContain(address)
    expect(statSync(startPage).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(startPage)).mode & 0o777).toBe(0o700)
    desk.child.kill('SIGINT')
    expect((await desk.ended).code).toBe(0)
    expect(existsSync(startPage)).toBe(false)
    const [, token = ''] = address.split('#token=')
    expect(token).toHaveLength(43)
    for (const file of readdirSync(join(home, 'desk'), { recursive: true, withFileTypes: true }))
      if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name)).includes(token), file.name).toBe(false)
    const pid = Number(readWindow().split(' ')[0])
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  describe.skipIf(findElectron() !== null || process.platform !== 'linux')('without an Electron runtime', () => {
    const startMirror = async () => {
      let asked = 0
      const server = createServer((_request, response) => {
        asked += 1
        response.writeHead(503).end()
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => void server.close())
      const { port } = server.address() as AddressInfo // TCP
      const failureFile = join(root, '.cache', 'electron-failed.json')
      rmSync(failureFile, { force: true })
      onTestFinished(() => rmSync(failureFile, { force: true }))
      const { home } = tempHome()
      return {
        askedCount: () => asked,
        env: {
          AGENCY_DESK_HOME: home,
          AGENCY_DESK_DEMO: '0',
          ELECTRON_MIRROR: `http://127.0.0.1:${port}/`,
          electron_config_cache: join(home, 'downloads'),
        },
      }
    }

    test('starts Electron on a display; a failure opens the web shell and says why', async () => {
      const { env, askedCount } = await startMirror()
      const desk = runScript('start.mjs', [], { ...env, DISPLAY: ':99' })
      await desk.printed(ADDRESS)
      desk.child.kill('SIGINT')
      const { code, stderr } = await desk.ended
      expect(code).toBe(0)
      expect(stderr).toMatch(/Electron \S+ could not be downloaded: .*503/)
      expect(askedCount()).toBe(1)
    })

    test.each([
      ['there is no display', {}],
      ['AGENCY_DESK_SHELL is web', { DISPLAY: ':99', AGENCY_DESK_SHELL: 'web' }],
    ])('does not start Electron where %s', async (_why, more) => {
      const { env, askedCount } = await startMirror()
      const desk = runScript('start.mjs', [], { ...env, ...more })
      await desk.printed(ADDRESS)
      desk.child.kill('SIGINT')
      expect((await desk.ended).code).toBe(0)
      expect(askedCount()).toBe(0)
    })
  })

  test('a wrong setting is refused by its name', async () => {
    const { home } = tempHome()
    const shell = await runScript('start.mjs', [], { AGENCY_DESK_HOME: home, AGENCY_DESK_SHELL: 'tv' }).ended
    expect(shell).toMatchObject({ code: 2, stderr: expect.stringContaining('AGENCY_DESK_SHELL') })

    const squatter = createServer()
    await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void squatter.close())
    const { port } = squatter.address() as AddressInfo // TCP
    const env = { AGENCY_DESK_HOME: home, AGENCY_DESK_SHELL: 'web', AGENCY_DESK_DEMO: '0', AGENCY_DESK_PORT: `${port}` }
    const taken = await runScript('start.mjs', [], env).ended
    expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining(`Port ${port} on 127.0.0.1 is taken`) })
    expect(taken.stderr).toContain('AGENCY_DESK_PORT')
  })
})

describe('npm run desk', () => {
  test('opens the desk itself when none runs, and prints only the answer on stdout', async () => {
    const env = { AGENCY_DESK_HOME: tempHome().home }
    const list = await runScript('desk.mjs', ['call', 'brands.list'], env).ended
    expect(list).toMatchObject({ code: 0, stdout: '{"brands":[]}\n' })
    const failed = await runScript('desk.mjs', ['call', 'brands.check', '{"brandId":"none"}'], env).ended
    expect(failed).toMatchObject({ code: 1, stdout: '' })
    expect(JSON.parse(failed.stderr)).toMatchObject({ kind: 'not-found' })
    expect((await runScript('desk.mjs', ['fly'], env).ended).code).toBe(2)
  })
})
