import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { silentLog } from '../../../src-main/base/log.ts'
import { createBrandBook } from '../../../src-main/brands/brand-book.ts'
import { createExportHandlers } from '../../../src-main/exports/calls.ts'
import type { Ask } from '../../../src-main/exports/list.ts'
import { createRankingHandlers } from '../../../src-main/rankings/calls.ts'
import { createEarlierDay } from '../../../src-main/rankings/earlier-day.ts'
import { createOverviewHandlers } from '../../../src-main/rankings/overview.ts'
import { createSettings } from '../../../src-main/settings/settings.ts'
import { type CallInput, calls } from '../../../src-shared/desk/contract.ts'
import { DEFAULT_SETTINGS } from '../../../src-shared/desk/desk.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'
import { FETCHED_AT_MS, type Item, windowBody } from './rank-db.ts'

const NOW_MS = FETCHED_AT_MS + 3_600_000
const clock = { now: () => NOW_MS, monotonicMs: () => 0, sleep: async () => {} }

const openDesk = async (settings = DEFAULT_SETTINGS) => {
  const { store, exportsFolder, cacheFile } = await tempStore()
  const brands = await createBrandBook({ store, emit: () => {}, settings: await createSettings({ store }) })
  const earlierDay = createEarlierDay({ store, clock })
  const handlers = {
    ...createRankingHandlers({ store, clock, log: silentLog, emit: () => {}, brands, earlierDay }),
    ...createOverviewHandlers({ store, clock, brands, earlierDay }),
  }
  const add = async (name: string) =>
    (await brands.insert(newBrand(name, { teamId: name, keyState: 'ok', keyIn: 'session' }))).id
  const load = async (brandId: string, items: readonly Item[]) => {
    const body = windowBody(items)
    const args = { brandId, slice: DEFAULT_SLICE, batch: 1, body, fetchedAtMs: FETCHED_AT_MS }
    await store.write('freshness.save', [{ brandId, dataset: 'rankings', state: 'ok', fetchedAtMs: FETCHED_AT_MS }])
    return store.write('rankings.ingestWindow', args, [body])
  }
  const page = async (input: CallInput<'rankings.page'>) => {
    const reply = await handlers['rankings.page'](calls['rankings.page'].input.parse(input))
    return calls['rankings.page'].output.parse(reply)
  }
  // Of all calls, an export of rankings asks for pages only.
  const ask = ((_: string, input: CallInput<'rankings.page'>) => page(input)) as Ask
  const exporting = createExportHandlers({
    store,
    clock,
    settings: { get: () => settings },
    exportsFolder,
    brands,
    ask,
  })
  const save = (input: CallInput<'rankings.page'>, more: Partial<CallInput<'exports.write'>> = {}) =>
    exporting['exports.write'](calls['exports.write'].input.parse({ list: 'rankings', input, ...more }))
  return { store, brands, handlers, add, load, page, save, exportsFolder, cacheFile }
}

const ITEMS: Item[] = [
  { keyword: 'plain', position: 1.5, clicks: 3, impressions: 12, ctr: 0.25, positionChange: -2 },
  { keyword: 'a "quoted", one\nwith a line', position: 2.123456789, rankedPages: [] },
  {
    keyword: '=cmd|A1',
    position: 3,
    rankedPages: [{ page: 'https://x.example/a', clicks: 0, impressions: 0, ctr: 0 }],
  },
  { keyword: '-5 degrees tent', position: 4 },
  { keyword: '鍵盤 ключ 🎹', position: null },
]

test('a CSV export read back has every row as it was loaded, formulas escaped', async () => {
  const { add, load, save, exportsFolder } = await openDesk({ ...DEFAULT_SETTINGS, csvBom: true })
  const acme = await add('Acme & Söhne')
  await load(acme, ITEMS)
  const file = await save({ brandIds: [acme] }, { headers: 'machine' })
  expect(file).toMatchObject({ rowCount: 5, freshAsOf: new Date(FETCHED_AT_MS).toISOString() })
  expect(file.path).toBe(join(exportsFolder, file.fileName))
  expect(statSync(file.path).mode & 0o777).toBe(0o600)
  const text = readFileSync(file.path, 'utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true })
  expect(rows.map(({ keyword, position }) => [keyword, position])).toEqual([
    ['plain', '1.5'],
    ['a "quoted", one\nwith a line', '2.123456789'],
    ["'=cmd|A1", '3'],
    ["'-5 degrees tent", '4'],
    ['鍵盤 ключ 🎹', ''],
  ])
  expect(rows[0]).toMatchObject({
    brand: 'Acme & Söhne',
    clicks: '3',
    ctr: '0.25',
    positionChange: '-2',
    isStarred: 'false',
    period: 'last 28 days',
    syncedAt: '2026-03-01T09:00:00.000Z',
  })
  expect(rows[2]?.topRankedPage).toBe('https://x.example/a')
})

test('a JSON export has exactly the rows of the page, in its order and filter', async () => {
  const { add, load, page, save } = await openDesk()
  const brandIds = [await add('Acme'), await add('Bolt')]
  for (const brandId of brandIds) await load(brandId, ITEMS)
  const query = { sort: { by: 'keyword', direction: 'desc' }, filter: { notRanking: false } } as const
  const file = await save(query, { format: 'json' })
  const { rows, total } = await page({ ...query, limit: 500 })
  const written = JSON.parse(readFileSync(file.path, 'utf8'))
  expect(written.rows).toEqual(rows)
  expect(written).toMatchObject({ freshAsOf: file.freshAsOf, query: { filter: { notRanking: false } } })
  expect(file.rowCount).toBe(total)
  expect(total).toBe(8)
})

test('an export never overwrites a file, and leaves no partial file', async () => {
  const { add, load, save, exportsFolder } = await openDesk()
  await load(await add('../../Acme'), ITEMS)
  const names = [await save({}), await save({}), await save({})].map(({ fileName }) => fileName)
  expect(new Set(names).size).toBe(3)
  expect(readdirSync(exportsFolder).sort()).toEqual([...names].sort())
  const empty = await save({ filter: { clicksMin: 1e9 } }, { format: 'json' })
  expect(JSON.parse(readFileSync(empty.path, 'utf8')).rows).toEqual([])
})

test('an export that fails midway removes its file', async () => {
  const { add, load, save, exportsFolder, brands } = await openDesk()
  const acme = await add('Acme')
  await load(acme, ITEMS)
  mkdirSync(exportsFolder, { recursive: true })
  const get = brands.get
  let asked = 0
  const failing = (brandId: string) => {
    asked += 1
    if (asked > 3) throw new Error('gone')
    return get(brandId)
  }
  Object.assign(brands, { get: failing })
  await expect(save({ brandIds: [acme] })).rejects.toThrow('gone')
  expect(readdirSync(exportsFolder)).toEqual([])
})

test('unknown brands are not-found; a brand without rankings is an empty page', async () => {
  const { add, page } = await openDesk()
  await expect(page({ brandIds: ['nobody'] })).rejects.toMatchObject({ kind: 'not-found' })
  expect(await page({ brandIds: [await add('Acme')] })).toEqual({
    rows: [],
    total: 0,
    nextCursor: null,
    freshAsOf: null,
  })
})

test('a removed brand leaves no row of its rankings, and no text of them in the cache file', async () => {
  const { store, add, load, page, brands, cacheFile } = await openDesk()
  const [acme, bolt] = [await add('Acme'), await add('Bolt')]
  const secret = 'zyxwvutsrq-tell-tale'
  await load(acme, [
    {
      keyword: secret,
      position: 1,
      rankedPages: [{ page: `https://${secret}.example`, clicks: 0, impressions: 0, ctr: 0 }],
    },
  ])
  await load(bolt, [{ keyword: 'other', position: 1 }])
  expect((await page({ search: 'zyxwv' })).total).toBe(1)
  const cached = () => ['', '-wal'].map((side) => readFileSync(`${cacheFile}${side}`, 'latin1')).join('')
  expect(cached()).toContain(secret)
  await brands.remove(acme)
  expect(cached()).not.toContain('zyx')
  expect((await page({ search: 'zyxwv' })).total).toBe(0)
  expect((await page({})).rows.map(({ brandId }) => brandId)).toEqual([bolt])
  expect(await store.read('rankings.slices', { brandId: acme })).toEqual([])
})

test('the overview has the figures of each brand', async () => {
  const { store, add, load, handlers, brands } = await openDesk()
  const [fine, refused, failed, fresh] = [
    await add('Fine'),
    await add('Refused'),
    await add('Failed'),
    await add('New'),
  ]
  await load(fine, ITEMS)
  const saveRow = (brandId: string, error: { kind: 'network'; message: string } | null) =>
    store.write('freshness.save', [
      {
        brandId,
        dataset: 'rankings',
        state: error === null ? 'ok' : 'failed',
        fetchedAtMs: FETCHED_AT_MS,
        error,
      },
    ])
  await saveRow(fine, null)
  await saveRow(failed, { kind: 'network', message: 'No answer.' })
  await brands.update(refused, { keyState: 'unauthorized' })
  const overview = calls['brands.overview']
  const reply = await handlers['brands.overview'](overview.input.parse({}))
  expect(() => overview.output.parse(reply)).not.toThrow()
  const { rows } = reply
  expect(rows.map(({ brandId, health }) => [brandId, health])).toEqual([
    [fine, 'ok'],
    [refused, 'attention'],
    [failed, 'warning'],
    [fresh, 'empty'],
  ])
  expect(rows[2]?.healthReason).toContain('No answer.')
  expect(rows[2]?.healthCause).toBe('network')
  expect(rows[0]).toMatchObject({ keywords: 5, ranking: 4 })
})
