// Electron's own install script, run as `npm start` runs it, on a copy of its package and with a mirror on this machine.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ensureElectron } from '../../scripts/lib/electron-runtime.mjs'
import { findElectron } from '../../scripts/lib/runtimes.mjs'
import { storedZip } from '../support/stored-zip.ts'
import { tempHome } from '../support/temp-home.ts'

const modules = join(import.meta.dirname, '..', '..', 'node_modules')
const DAY_MS = 24 * 60 * 60_000

const startMirror = async (answer: RequestListener) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // TCP
  return { asked, url: `http://127.0.0.1:${port}/` }
}

/** The package without a runtime, in a folder of its own, and what `npm start` would say. */
const preparePackage = (mirror: string) => {
  const { home } = tempHome()
  const packageFolder = join(home, 'node_modules', 'electron')
  const cacheFolder = join(home, 'cache')
  mkdirSync(packageFolder, { recursive: true })
  for (const name of ['install.js', 'package.json', 'checksums.json'])
    cpSync(join(modules, 'electron', name), join(packageFolder, name))
  for (const scope of ['@electron', '@electron-internal'])
    symlinkSync(join(modules, scope), join(home, 'node_modules', scope))
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    ELECTRON_MIRROR: mirror,
    electron_config_cache: join(home, 'downloads'),
    electron_use_remote_checksums: '1',
  }
  let said = ''
  const terminal = { isTTY: true, write: (text: string) => (said += text) }
  const left = () => ({ package: readdirSync(packageFolder).sort(), cache: readdirSync(cacheFolder) })
  const ensure = (options: Parameters<typeof ensureElectron>[0] = {}) =>
    ensureElectron({ env, terminal, packageFolder, cacheFolder, ...options })
  return { ensure, env, packageFolder, left, said: () => said }
}

const NOTHING_LEFT = { package: ['checksums.json', 'install.js', 'package.json'], cache: ['electron-failed.json'] }

const refuseAll: RequestListener = (_request, response) => void response.writeHead(404).end()

const { version } = JSON.parse(readFileSync(join(modules, 'electron', 'package.json'), 'utf8')) as { version: string } // npm's

test('the runtime is downloaded with progress, and found afterwards', async () => {
  const zip = storedZip({ electron: 'x'.repeat(2 * 1024 * 1024), version })
  const name = `electron-v${version}-${process.platform}-${process.arch}.zip`
  const sum = createHash('sha256').update(zip).digest('hex')
  const mirror = await startMirror((request, response) => {
    if (request.url?.endsWith('SHASUMS256.txt')) return void response.end(`${sum} *${name}\n`)
    response.writeHead(200, { 'content-length': zip.length })
    // The rest comes once the first part was shown.
    response.write(zip.subarray(0, zip.length - 100))
    const wait = setInterval(() => {
      if (!prepared.said().includes(': 2 MB')) return
      clearInterval(wait)
      response.end(zip.subarray(zip.length - 100))
    }, 20)
  })
  const prepared = preparePackage(mirror.url)
  const file = await prepared.ensure()
  expect(file).toBe(join(prepared.packageFolder, 'dist', 'electron'))
  expect(prepared.said()).toContain(`Fetching Electron ${version}`)
  expect(prepared.left().cache).toEqual([])
  const asked = mirror.asked.length
  expect(await prepared.ensure()).toBe(file)
  expect(mirror.asked).toHaveLength(asked)
})

test('a download without progress is stopped, and its files are removed', async () => {
  const mirror = await startMirror((_request, response) => {
    response.writeHead(200, { 'content-length': 1_000_000 }).write('the beginning')
  })
  const { ensure, left, said } = preparePackage(mirror.url)
  expect(await ensure({ stallMs: 1500 })).toBeNull()
  expect(mirror.asked).toHaveLength(1)
  expect(said()).toContain('could not be downloaded: no progress for 2 s')
  expect(left()).toEqual(NOTHING_LEFT)
})

test('a failed download is not retried for a day, unless Electron is named or its version changes', async () => {
  const mirror = await startMirror(refuseAll)
  const { ensure, left, said } = preparePackage(mirror.url)
  expect(await ensure()).toBeNull()
  expect(said()).toMatch(/could not be downloaded: .*404.*npx install-electron/)
  expect(left()).toEqual(NOTHING_LEFT)
  expect(mirror.asked).toHaveLength(1)

  expect(await ensure()).toBeNull()
  expect(mirror.asked).toHaveLength(1)
  expect(said()).toContain('at the last try')
  expect(await ensure({ isAskedFor: true })).toBeNull()
  expect(mirror.asked).toHaveLength(2)
  expect(await ensure({ now: () => Date.now() + DAY_MS + 1 })).toBeNull()
  expect(mirror.asked).toHaveLength(3)
})

test('a mirror that cannot be reached is reported with its reason', async () => {
  const { ensure, left, said } = preparePackage('http://127.0.0.1:1/')
  expect(await ensure()).toBeNull()
  expect(said()).toMatch(/could not be downloaded: .*fetch failed/)
  expect(left()).toEqual(NOTHING_LEFT)
})

test('a partly unpacked runtime is not used', () => {
  const { packageFolder, env } = preparePackage('http://127.0.0.1:1/')
  mkdirSync(join(packageFolder, 'dist'))
  cpSync(join(packageFolder, 'package.json'), join(packageFolder, 'dist', 'electron'))
  expect(existsSync(join(packageFolder, 'dist', 'electron'))).toBe(true)
  expect(findElectron(env, packageFolder)).toBeNull()
})

test('a missing runtime of ELECTRON_OVERRIDE_DIST_PATH is not replaced by a download', async () => {
  const mirror = await startMirror(refuseAll)
  const { ensure, env } = preparePackage(mirror.url)
  expect(await ensure({ env: { ...env, ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' } })).toBeNull()
  expect(mirror.asked).toEqual([])
})
