import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseSearchConsole } from '../../src-sandbox/seed/search-console.ts'
import { operations } from '../../src-shared/service/operations.ts'
import { daysAgo, startClient } from './sandbox-client.ts'

const HEADER = 'Top queries,Clicks,Impressions,CTR,Position'
const EXPORT = `\uFEFF${HEADER}
5.11,9127,33849,26.96%,1.42
"5""11",7,790,0.89%,2.18
"expo 2021, 
convention centre, 11 june",0,11,0%,10
٥١١,0,6,0.00%,5.67
タクティカル パンツ,2,3,66.67%,1
тактические брюки,0,1,0%,276`

const ROWS = [
  { query: '5.11', clicks: 9127, impressions: 33849, ctr: 0.2696, position: 1.42 },
  { query: '5"11', clicks: 7, impressions: 790, ctr: 0.0089, position: 2.18 },
  { query: 'expo 2021, \nconvention centre, 11 june', clicks: 0, impressions: 11, ctr: 0, position: 10 },
  { query: '٥١١', clicks: 0, impressions: 6, ctr: 0, position: 5.67 },
  { query: 'タクティカル パンツ', clicks: 2, impressions: 3, ctr: 0.6667, position: 1 },
  { query: 'тактические брюки', clicks: 0, impressions: 1, ctr: 0, position: 276 },
]

const fileOf = async (name: string, text: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

describe('the parser', () => {
  it('reads quotes, line breaks in a field, many scripts, a BOM and shares', () => {
    expect(parseSearchConsole(EXPORT)).toEqual({ rows: ROWS, skipped: [] })
    expect(parseSearchConsole(EXPORT.replaceAll(/(?<!, )\n/g, '\r\n')).rows).toEqual(ROWS)
  })

  it('reads back whatever a spreadsheet may write', () => {
    const row = fc.record({
      query: fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== ''),
      clicks: fc.nat(),
      impressions: fc.nat(),
      percent: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
      position: fc.integer({ min: 100, max: 40_000 }).map((hundredths) => hundredths / 100),
    })
    fc.assert(
      fc.property(fc.array(row), fc.constantFrom('\n', '\r\n'), (rows, lineEnd) => {
        const lines = rows.map(({ query, clicks, impressions, percent, position }) => [
          query,
          clicks,
          impressions,
          `${percent}%`,
          position,
        ])
        const text = stringify([HEADER.split(','), ...lines], { record_delimiter: lineEnd, quoted_string: true })
        const { rows: read } = parseSearchConsole(text)
        expect(read.map(({ query }) => query)).toEqual(rows.map(({ query }) => query))
        expect(read.map(({ position }) => position)).toEqual(rows.map(({ position }) => position))
        for (const [index, { ctr }] of read.entries()) expect(ctr * 100).toBeCloseTo(rows[index]?.percent ?? -1, 8)
      }),
    )
  })

  it('keeps both rows of a repeated query', () => {
    expect(parseSearchConsole(`${HEADER}\na,1,2,50%,1\na,3,4,75%,2`).rows).toHaveLength(2)
  })

  it.each([
    ['Date,Clicks\n2026-01-01,2', /first line must be Top queries,Clicks,Impressions,CTR,Position/],
    ['', /first line must be/],
    [`${HEADER}\nb,x,2,50%,1`, /no line can be read; line 2: Clicks is "x"/],
    [`${HEADER}\n"a,1,2,50%,1`, /[Qq]uote/],
  ])('refuses %j', (text, message) => {
    expect(() => parseSearchConsole(text)).toThrow(message)
  })
})

describe('a damaged line', () => {
  it.each([
    ['b,137,67seasea,20.30%,1.31', 'line 3: Impressions is "67seasea", not a number'],
    ['b,1,2,half,1', 'line 3: CTR is "half", not a number'],
    ['b,1,2,50%', 'line 3: has 4 fields, not 5'],
    [',1,2,50%,1', 'line 3: the query is empty'],
  ])('is skipped with a notice, and the others stay: %j', async (line, reason) => {
    const file = await fileOf('one.csv', `${HEADER}\na,1,2,50%,1\n${line}\nc,3,4,75%,2`)
    const client = await startClient({ searchConsoleFiles: [file] })
    expect((await client.top()).map(({ keyword }) => keyword)).toEqual(['a', 'c'])
    expect(client.sandbox.notices).toEqual([`${file}: left out ${reason}`])
  })
})

describe('a brand made of an export', () => {
  it('is named after its file and serves its rows, by position, the same for every range', async () => {
    const client = await startClient({ searchConsoleFiles: [await fileOf('tactical-gear.csv', EXPORT)], brands: 0 })
    expect(client.sandbox.brands).toEqual([
      { name: 'Tactical Gear', teamId: expect.stringMatching(/^team_/), key: expect.stringMatching(/^sk_/) },
    ])
    const items = await client.top({ days: '1' })
    const expected = ROWS.toSorted((left, right) => left.position - right.position)
    expect(items.map(({ keyword, ...item }) => ({ query: keyword, ...item }))).toEqual(
      expected.map((row) => ({ ...row, isStarred: false, languageId: null, pages: null, rankedPages: [] })),
    )
    expect(await client.top({ startDate: daysAgo(400), endDate: daysAgo(390) })).toEqual(items)
    expect(await client.top({ limit: '2' })).toEqual(items.slice(0, 2))
    const unchanged = { clicksChange: 0, impressionsChange: 0, ctrChange: 0, positionChange: 0 }
    expect(await client.top({ compare: 'true' })).toEqual(items.map((item) => ({ ...item, ...unchanged })))
  })

  it('has no devices, countries or tracked keywords, and answers every other reading operation', async () => {
    const client = await startClient({ searchConsoleFiles: [await fileOf('a b_c.csv', EXPORT)], brands: 0 })
    const [brand] = client.sandbox.brands
    expect(brand?.name).toBe('A B C')
    for (const query of [{ device: 'mobile' }, { country: 'us' }, { searchType: 'news' }, { universe: 'tracked' }]) {
      expect(await client.top(query)).toEqual([])
    }
    for (const { path, response, method, safety } of Object.values(operations)) {
      if (method !== 'GET' || safety !== 'read' || path.includes('suggest')) continue
      const { status, json } = await client.call(path, { query: { teamId: brand?.teamId ?? '' } })
      expect([path, status, response.safeParse(json).success]).toEqual([path, 200, true])
    }
  })

  it('is served beside seeded brands only with --brands', async () => {
    const files = [await fileOf('one.csv', EXPORT), await fileOf('one.csv', EXPORT)]
    const client = await startClient({ searchConsoleFiles: files, brands: 2 })
    expect(client.sandbox.brands.map(({ name }) => name).slice(0, 2)).toEqual(['One', 'One 2'])
    expect(new Set(client.sandbox.brands.map(({ key }) => key)).size).toBe(4)
  })

  it('names the file that cannot be read', async () => {
    const file = await fileOf('pages.csv', 'Top pages,Clicks\nx,1')
    await expect(startClient({ searchConsoleFiles: [file] })).rejects.toThrow(/pages\.csv: is not a Search Console/)
  })
})
