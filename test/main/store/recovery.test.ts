import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredBrand } from '../../../src-main/brands/queries/brands.ts'
import { openStore } from '../../../src-main/store/open.ts'
import { jsonBody } from '../../support/json-body.ts'
import { garbage, overwrite, spoilPages } from '../../support/store-file.ts'
import { storeThreads } from '../../support/store-threads.ts'
import { homePaths, tempHome } from '../../support/temp-home.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const KEYWORDS = Array.from({ length: 4000 }, (_, at) => `keyword number ${at} of a brand`)

/** A closed data folder with one brand, 4,000 tracked keywords and a backup; made once, copied for each test. */
const fill = async (home: string) => {
  const store = await openStore({ ...homePaths(home), ...storeThreads(), onNotice: () => undefined })
  const brand = await store.write('brands.insert', newBrand('One', { teamId: 'team_1' }))
  const listing = { brandId: brand.id, batch: 1, body: jsonBody({ items: KEYWORDS }), fetchedAtMs: 1 }
  await store.write('tracked.ingest', listing)
  await store.write('freshness.save', [{ brandId: brand.id, dataset: 'tracked', state: 'ok', fetchedAtMs: 1, rows: 1 }])
  await store.write('core.backup', { takenAtMs: Date.UTC(2026, 0, 2) })
  await store.close()
  return brand
}

let master = ''
let brand: StoredBrand
beforeAll(async () => {
  master = mkdtempSync(join(tmpdir(), 'agency-desk-test-'))
  brand = await fill(master)
})
afterAll(() => rmSync(master, { recursive: true, force: true }))

/** Where the rows of the tracked keywords are in cache.db; their numbers and the search index follow. */
const TRACKED = [0.43, 0.5] as const

const filledHome = () => {
  const home = tempHome()
  cpSync(master, home.home, { recursive: true })
  return { ...home, brand }
}

const spoilers: [string, (path: string) => void][] = [
  ['has a garbage header', (path) => overwrite(path, 0, garbage())],
  ['is garbage as a whole', (path) => writeFileSync(path, garbage())],
  ['is cut to some pages', (path) => truncateSync(path, 5 * 4096)],
  ['is cut within a page', (path) => truncateSync(path, 5 * 4096 + 100)],
  ['is cut within its header', (path) => truncateSync(path, 50)],
  ['is from a newer program', (path) => new Database(path).exec('PRAGMA user_version = 9999').close()],
  ['has no schema that fits', (path) => new Database(path).exec('PRAGMA user_version = 0').close()],
]

test.each(spoilers)('a cache.db that %s is deleted and recreated', async (_what, spoil) => {
  const home = filledHome()
  spoil(home.cacheFile)
  const { store, notices } = await tempStore(home)
  expect(notices.map(({ what, level }) => [what, level])).toEqual([['cache-rebuilt', 'info']])
  expect(await store.read('brands.list', {})).toEqual([home.brand])
  expect(await store.read('freshness.list', {})).toEqual([])
  expect(await store.read('tracked.list', { brandId: home.brand.id })).toEqual({ keywords: [], freshAsOf: null })
})

test('reads that find a damaged page are answered from a recreated cache.db', async () => {
  const home = filledHome()
  spoilPages(home.cacheFile, ...TRACKED)
  const { store, notices } = await tempStore(home)
  expect(notices).toEqual([])
  const brandId = home.brand.id
  const answers = await Promise.all(Array.from({ length: 10 }, () => store.read('tracked.list', { brandId })))
  expect(answers).toEqual(answers.map(() => ({ keywords: [], freshAsOf: null })))
  expect(notices.map(({ what }) => what)).toEqual(['cache-rebuilt'])
  await store.write('tracked.ingest', { brandId, batch: 2, body: jsonBody({ items: ['again'] }), fetchedAtMs: 2 })
  expect((await store.read('tracked.list', { brandId })).keywords).toEqual(['again'])
})

test('a write that finds a damaged page of cache.db fails with storage, and the next one is stored', async () => {
  const home = filledHome()
  spoilPages(home.cacheFile, ...TRACKED)
  const { store, notices } = await tempStore(home)
  const brandId = home.brand.id
  const ingest = (keyword: string) =>
    store.write('tracked.ingest', { brandId, batch: 2, body: jsonBody({ items: [keyword] }), fetchedAtMs: 2 })
  await expect(ingest('first')).rejects.toMatchObject({ kind: 'storage' })
  expect(notices.map(({ what }) => what)).toEqual(['cache-rebuilt'])
  await ingest('second')
  expect((await store.read('tracked.list', { brandId })).keywords).toEqual(['second'])
  expect(await store.read('brands.list', {})).toEqual([home.brand])
})

test.each(spoilers.slice(0, 5))(
  'a core.db that %s is restored from its backup, and the damaged file is kept',
  async (_what, spoil) => {
    const home = filledHome()
    spoil(home.coreFile)
    const damaged = readFileSync(home.coreFile)
    const { store, notices } = await tempStore(home)
    expect(notices.map(({ what, level }) => [what, level])).toEqual([['core-restored', 'warning']])
    expect(notices[0]?.message).toContain('2026-01-02T00:00:00.000Z')
    expect(await store.read('brands.list', {})).toEqual([home.brand])
    const aside = readdirSync(home.home).filter((name) => /^core\.db\.damaged-[\dTZ.-]+$/.test(name))
    expect(aside).toHaveLength(1)
    expect(readFileSync(join(home.home, aside[0] ?? '')).equals(damaged)).toBe(true)
  },
)

test('a damaged backup is skipped for the previous one', async () => {
  const home = filledHome()
  writeFileSync(join(home.backupsFolder, 'core-2026-02-01T000000.000Z.db'), garbage())
  writeFileSync(join(home.backupsFolder, 'core-2026-02-02T000000.000Z.db'), '')
  writeFileSync(home.coreFile, garbage())
  const { store, notices } = await tempStore(home)
  expect(notices[0]?.message).toContain('2026-01-02T00:00:00.000Z')
  expect(await store.read('brands.list', {})).toEqual([home.brand])
})

test('a core.db that vanished although it was backed up is restored', async () => {
  const home = filledHome()
  rmSync(home.coreFile)
  const { store, notices } = await tempStore(home)
  expect(notices.map(({ what }) => what)).toEqual(['core-restored'])
  expect(await store.read('brands.list', {})).toEqual([home.brand])
})

test('without a good backup the desk starts empty and says so', async () => {
  const home = filledHome()
  rmSync(home.backupsFolder, { recursive: true })
  writeFileSync(home.coreFile, garbage())
  const { store, notices } = await tempStore(home)
  expect(notices.map(({ what, level }) => [what, level])).toEqual([['core-lost', 'error']])
  expect(await store.read('brands.list', {})).toEqual([])
})

test('a core.db damaged while the desk runs is restored, and a notice says so', async () => {
  const home = filledHome()
  const { store, notices } = await tempStore(home)
  spoilPages(home.coreFile, 0)
  expect(await store.read('brands.list', {})).toEqual([home.brand])
  expect(notices.map(({ what }) => what)).toEqual(['core-restored'])
  await store.write('settings.set', { key: 'after', value: 1 })
  expect(await store.read('settings.get', { key: 'after' })).toBe(1)
})

test('files that could not be repaired on a full disk are repaired by a later call', async () => {
  const home = filledHome()
  spoilPages(home.cacheFile, ...TRACKED)
  const { store, notices } = await tempStore(home)
  rmSync(home.backupsFolder, { recursive: true })
  writeFileSync(home.backupsFolder, 'a file in the way')
  const list = () => store.read('tracked.list', { brandId: home.brand.id })
  await expect(list()).rejects.toMatchObject({ kind: 'storage' })
  await expect(list()).rejects.toMatchObject({ kind: 'storage' })
  rmSync(home.backupsFolder)
  expect((await list()).keywords).toEqual([])
  expect(notices.map(({ what }) => what)).toEqual(['cache-rebuilt'])
})

test('a core.db from a newer program is refused and not touched', async () => {
  const home = filledHome()
  new Database(home.coreFile).exec('PRAGMA journal_mode = DELETE; PRAGMA user_version = 9999').close()
  const before = readFileSync(home.coreFile)
  await expect(tempStore(home)).rejects.toMatchObject({
    kind: 'storage',
    message: expect.stringMatching(/newer Agency Desk/),
  })
  const tables = new Database(home.coreFile, { readonly: true })
  expect(tables.pragma('user_version', { simple: true })).toBe(9999)
  tables.close()
  expect(readFileSync(home.coreFile).length).toBe(before.length)
  expect(readdirSync(home.home).filter((name) => name.includes('damaged'))).toEqual([])
})

test('a path that is not a folder is a clear storage error', async () => {
  const home = tempHome()
  writeFileSync(join(home.home, 'file'), '')
  const inFile = { ...home, coreFile: join(home.home, 'file', 'core.db') }
  await expect(tempStore(inFile)).rejects.toMatchObject({
    kind: 'storage',
    message: expect.stringMatching(/cannot write to its data folder/),
  })
})

test('a read-only folder is a clear storage error', async () => {
  const home = tempHome()
  // Root may write anywhere: there the store is opened by a child of another account.
  const isRoot = process.getuid?.() === 0
  if (isRoot) chmodSync(home.home, 0o755)
  else chmodSync(home.home, 0o500)
  const script = fileURLToPath(new URL('../../support/open-store.ts', import.meta.url))
  const child = spawn(process.execPath, [script, home.coreFile, home.cacheFile, home.backupsFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(isRoot ? { uid: 65534 } : {}),
  })
  const said = JSON.parse(await text(child.stdout)) as unknown
  chmodSync(home.home, 0o700)
  expect(said).toMatchObject({ kind: 'storage', message: expect.stringMatching(/right to write there/) })
  expect(existsSync(home.coreFile)).toBe(false)
})
