// A removed brand leaves no trace in the exports folder.
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestDesk } from '../support/composed-desk.ts'
import { openSandbox } from '../support/sandbox.ts'

const open = async () => {
  const sandbox = await openSandbox({ brands: 2, keywords: 12, days: 2 })
  const desk = await openTestDesk()
  const { call } = desk
  await call('service.setProfile', { baseUrl: sandbox.baseUrl })
  const add = async (name: string, index: number) => (await call('brands.add', { name, key: sandbox.keyOf(index) })).id
  const gone = await add('Zebrafink, "Ltd"', 0)
  const kept = await add('=Kept', 1)
  await desk.sync({ datasets: ['rankings'] })
  const { exportsFolder } = desk.desk
  const text = (fileName: string) => readFileSync(join(exportsFolder, fileName), 'utf8')
  const put = (fileName: string, contents: string | Buffer) => writeFileSync(join(exportsFolder, fileName), contents)
  const save = async (brandIds: 'all' | string[], format: 'csv' | 'tsv' | 'json') =>
    (await call('exports.write', { list: 'rankings', input: { brandIds }, format })).fileName
  const traces = () =>
    readdirSync(exportsFolder).filter(
      (name) => lstatSync(join(exportsFolder, name)).isFile() && /zebrafink/i.test(`${name} ${text(name)}`),
    )
  return { ...desk, gone, kept, exportsFolder, text, put, save, traces }
}

test('a removed brand is deleted from every export, and its confirmation names the files', async () => {
  const { call, gone, kept, text, save, traces, exportsFolder } = await open()
  await call('desk.setSettings', { csvBom: true })
  await call('research.saveBasket', { brandId: gone, entries: [{ keyword: 'zebrafink seed', state: 'keep' }] })
  await call('research.saveBasket', { brandId: kept, entries: [{ keyword: 'seed', state: 'keep' }] })
  const alone = [await save([gone], 'csv'), await save([gone], 'json')]
  const shared = [await save('all', 'csv'), await save([gone, kept], 'json')]
  for (const format of ['csv', 'json'] as const) {
    alone.push((await call('exports.write', { list: 'basket', input: { brandIds: [gone] }, format })).fileName)
    shared.push((await call('exports.write', { list: 'basket', format })).fileName)
  }
  shared.push(await save('all', 'tsv'))
  // Rows without a brand: the file stays as it is.
  const others = [await save([kept], 'csv')]
  for (const format of ['csv', 'json'] as const)
    others.push((await call('exports.write', { list: 'suppressions', format })).fileName)
  const untouched = text(others[0] ?? '')
  const lines = text(shared[0] ?? '').split('\n')

  const plan = await call('brands.removal', { brandId: gone })
  expect(plan.exports).toEqual({ deleted: alone.toSorted(), rewritten: shared.toSorted(), failed: [] })
  expect(plan.rows).toMatchObject({ basketKeywords: 1, intents: 0 })
  // Renamed since: the files hold the name of then.
  await call('brands.update', { brandId: gone, name: 'Another name' })
  const { exports } = await call('brands.remove', { brandId: gone })
  expect(exports).toEqual(plan.exports)

  expect(traces()).toEqual([])
  expect(readdirSync(exportsFolder)).toEqual(expect.arrayContaining(others))
  for (const name of shared) expect(text(name)).not.toContain(gone)
  expect(text(others[0] ?? '')).toBe(untouched)
  // Byte for byte as before, without the rows of the brand.
  expect(text(shared[0] ?? '')).toBe(lines.filter((line) => !line.includes('Zebrafink')).join('\n'))
  expect(text(shared[0] ?? '').startsWith('\ufeffBrand,')).toBe(true)
  const json = JSON.parse(text(shared[1] ?? ''))
  expect(json.query.brandIds).toEqual([kept])
  expect(json.rows.length).toBeGreaterThan(0)
  expect(new Set(json.rows.map(({ brandId }: { brandId: string }) => brandId))).toEqual(new Set([kept]))
  expect(text(shared[1] ?? '').split('\n')).toHaveLength(json.rows.length + 3)
})

test('an export that the desk did not record is searched, and keeps its format', async () => {
  const { call, gone, exportsFolder, put, text, traces } = await open()
  mkdirSync(exportsFolder, { recursive: true })
  const head = '\ufeff"keyword";"brand"\r\n'
  const own = 'seed;"Zebrafink, ""Ltd"""\r\n'
  put('old.csv', `${head}a;'=Kept\r\n${own}"b\r\nc";'=Kept\r\n${own}`)
  put('old-alone.csv', `${head}${own}`)
  put('old-other.csv', `${head}a;Another\r\n`)
  put('old-bytes.csv', Buffer.concat([Buffer.from(`${head}caf`), Buffer.from([0xe9]), Buffer.from(`;K\r\n${own}`)]))
  put('notes.csv', 'these,are,my,notes\n')
  put('crash.csv.part', own)

  const { exports } = await call('brands.remove', { brandId: gone })
  expect(exports).toEqual({
    deleted: ['old-alone.csv'],
    rewritten: ['old-bytes.csv', 'old.csv'],
    failed: [{ fileName: 'notes.csv', reason: expect.stringMatching(/did not write this format/) }],
  })
  expect(text('old.csv')).toBe(`${head}a;'=Kept\r\n"b\r\nc";'=Kept\r\n`)
  expect(readFileSync(join(exportsFolder, 'old-bytes.csv')).includes(Buffer.from([0x66, 0xe9, 0x3b]))).toBe(true)
  expect(traces()).toEqual([])
  expect(readdirSync(exportsFolder).sort()).toEqual(['notes.csv', 'old-bytes.csv', 'old-other.csv', 'old.csv'])
})

test('a link in the exports folder is not followed', async () => {
  const { call, gone, home, exportsFolder, save } = await open()
  const outside = join(home, 'outside.csv')
  writeFileSync(outside, 'brand,keyword\n"Zebrafink, ""Ltd""",seed\n')
  await save([gone], 'csv')
  symlinkSync(outside, join(exportsFolder, 'link.csv'))
  await call('brands.remove', { brandId: gone })
  expect(readdirSync(exportsFolder)).toEqual(['link.csv'])
  expect(readFileSync(outside, 'utf8')).toContain('Zebrafink')
})

test('rows of a query are known by their slug or id, and a query that does not say whose its rows are is deleted', async () => {
  const { call, gone, kept, text, traces } = await open()
  const query = async (sql: string, brandIds: 'all' | string[] = 'all') =>
    (await call('query.export', { sql, brandIds })).fileName
  const bySlug = await query('SELECT brand, keyword FROM rankings')
  const byId = await query('SELECT brand_id, name FROM brands')
  const unsaid = await query('SELECT keyword, brand AS b FROM rankings')
  const other = await query('SELECT brand, keyword FROM rankings', [kept])
  const before = text(other)
  const plan = await call('brands.removal', { brandId: gone })
  const { exports } = await call('brands.remove', { brandId: gone })
  expect(exports).toEqual(plan.exports)
  expect(exports).toEqual({ deleted: [unsaid], rewritten: [bySlug, byId].toSorted(), failed: [] })
  expect(traces()).toEqual([])
  expect(text(byId)).not.toContain(gone)
  expect(text(byId).trim().split('\n')).toHaveLength(2)
  expect(text(bySlug).trim().split('\n').length).toBeGreaterThan(2)
  expect(text(other)).toBe(before)
})

test('a row of another brand that names the removed one stays, and its file is named; a row of no brand goes', async () => {
  const { call, gone, kept, exportsFolder, put, text } = await open()
  await call('research.setAuditSite', { brandId: gone, url: 'https://www.zebra-fink.com' })
  mkdirSync(join(exportsFolder, 'reports', '2026-10'), { recursive: true })
  const named = [
    ['a-name.csv', `Brand,What\n'=Kept,"as ZEBRAFINK, ""ltd"" does"\n`],
    ['a-slug.csv', 'brand,url\nkept,https://x.com/zebrafink-ltd/\n'],
    ['a-domain.csv', 'Brand,Site\nKept,blog.zebra-fink.com\n'],
    ['a-text.json', `{"query":{},"rows":[\n{"brandId":"${kept}","detail":"like Zebrafink, \\"Ltd\\""}\n]}\n`],
    ['a-search.json', `{"query":{"search":"zebrafink-ltd"},"rows":[\n{"brandId":"${kept}"}\n]}\n`],
    ['reports/2026-10/kept.html', '<p>Better than zebra-fink.com</p>'],
  ] as const
  for (const [name, contents] of named) put(name, contents)
  put('today.csv', `Brand,What\n,"Zebrafink, ""Ltd"" and 2 others"\nKept,a word\n`)
  put('requests.csv', `Time,Brands\n1,"Kept, Zebrafink, ""Ltd"""\n2,Kept\n`)
  put(
    'today.json',
    `{"rows":[\n{"brandId":null,"what":"${gone}"},\n{"brandId":"${kept}","ids":["${gone}"]},\n{"brandId":"${kept}"}\n]}\n`,
  )
  const plan = await call('brands.removal', { brandId: gone })
  const { exports } = await call('brands.remove', { brandId: gone })
  expect(exports).toEqual(plan.exports)
  expect(exports.deleted).toEqual([])
  expect(exports.rewritten).toEqual(['requests.csv', 'today.csv', 'today.json'])
  expect(exports.failed.map(({ fileName }) => fileName)).toEqual(named.map(([name]) => name).toSorted())
  expect(exports.failed[0]?.reason).toContain('names Zebrafink, "Ltd", its slug or its domain. Look into the file')
  for (const [name, contents] of named) expect(text(name)).toBe(contents)
  expect(text('today.csv')).toBe('Brand,What\nKept,a word\n')
  expect(text('requests.csv')).toBe('Time,Brands\n2,Kept\n')
  expect(JSON.parse(text('today.json')).rows).toEqual([{ brandId: kept }])
})

test('a brand with a common word as its name takes no row of another brand with it', async () => {
  const { call, gone, exportsFolder, put, text } = await open()
  await call('brands.update', { brandId: gone, name: 'Apple' })
  mkdirSync(exportsFolder, { recursive: true })
  const others = 'Pear,apple\n"Apple, Pear & Co",apple pie\nPineapple,apples\n'
  put('keywords.csv', `Brand,Keyword\n${others}Apple,iphone\n`)
  put('pears.csv', 'Brand,Keyword\nPear,pineapples\n')
  const { exports } = await call('brands.remove', { brandId: gone })
  expect(exports).toEqual({
    deleted: [],
    rewritten: ['keywords.csv'],
    failed: [{ fileName: 'keywords.csv', reason: expect.stringMatching(/^2 rows of other brands name Apple, /) }],
  })
  expect(text('keywords.csv')).toBe(`Brand,Keyword\n${others}`)
})
