// SQL on real files of a real desk, in the real query process.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FORMER_VIEW_NAMES, QUERY_VIEWS, viewsNamed } from '../../src-shared/desk/values/query-views.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { openSandbox } from '../support/sandbox.ts'
import { holdsSecret } from '../support/secret-forms.ts'

const open = async () => {
  const sandbox = await openSandbox({ brands: 3, keywords: 40, days: 40 })
  const desk = await openTestDesk()
  const { call } = desk
  await call('service.setProfile', { baseUrl: sandbox.baseUrl })
  const ids: string[] = []
  for (const [index, name] of ['Acme Tea', 'Bolt', 'Hidden Oak'].entries())
    ids.push((await call('brands.add', { name, key: sandbox.keyOf(index) })).id)
  await desk.sync()
  const run = (sql: string, more: object = {}) => call('query.run', { sql, ...more })
  const values = async (sql: string, more: object = {}) => (await run(sql, more)).rows
  return { ...desk, sandbox, ids, run, values }
}

test('every documented view has its columns, and the figures that the desk shows', async () => {
  const { call, values, run, ids } = await open()
  const { views } = await call('query.views', {})
  for (const { name, columns } of views)
    expect((await run(`SELECT * FROM ${name} LIMIT 1`)).columns, name).toEqual(columns.map((column) => column.name))

  const page = await call('rankings.page', { brandIds: 'all', limit: 500 })
  const rankings = await values('SELECT keyword, position, clicks, impressions, position_change FROM rankings')
  const wanted = page.rows.map((row) => [row.keyword, row.position, row.clicks, row.impressions, row.positionChange])
  expect(rankings.toSorted()).toEqual(wanted.toSorted())
  expect(page.total).toBe(rankings.length)

  const [first = ''] = ids
  const keyword = page.rows.find(({ brandId }) => brandId === first)?.keyword ?? ''
  const { points } = await call('rankings.history', { brandId: first, keyword })
  const named = keyword.replaceAll("'", "''")
  expect(
    await values(`SELECT day, position, clicks, impressions FROM history
      WHERE brand = 'acme-tea' AND keyword = '${named}' ORDER BY day`),
  ).toEqual(
    points
      .filter((point) => point.impressions > 0)
      .map((point) => [point.day, point.position, point.clicks, point.impressions]),
  )
  const pages = page.rows.flatMap((row) => row.rankedPages.map(({ page: url, clicks }) => [row.keyword, url, clicks]))
  expect((await values('SELECT keyword, page, clicks FROM ranked_pages')).toSorted()).toEqual(pages.toSorted())

  const movers = await call('rankings.movers', { brandIds: 'all', moves: 'real', limit: 500 })
  expect((await values('SELECT keyword, kind FROM movers')).toSorted()).toEqual(
    movers.rows.map((row) => [row.keyword, row.kind]).toSorted(),
  )
  for (const [view, name] of [
    ['prospects', 'prospects.page'],
    ['contacts', 'contacts.page'],
    ['clusters', 'clusters.page'],
  ] as const)
    expect(await values(`SELECT count(*) FROM ${view}`), view).toEqual([[(await call(name, {})).total]])
  const { points: days } = await call('brands.days', { brandId: first, days: 400 })
  expect(await values("SELECT day, clicks FROM brand_days WHERE brand = 'acme-tea' ORDER BY day")).toEqual(
    days.map(({ day, clicks }) => [day, clicks]),
  )

  // A change of the desk is seen by the next query, with the age of its rows.
  const [[free = ''] = []] = await values("SELECT keyword FROM rankings WHERE brand = 'acme-tea' AND starred = 0")
  await call('rankings.mark', { keywords: [{ brandId: first, keyword: String(free) }], star: true, addTags: ['core'] })
  const marked = `SELECT starred, tags FROM rankings WHERE brand = 'acme-tea'
    AND keyword = '${String(free).replaceAll("'", "''")}'`
  expect(await values(marked)).toEqual([[1, 'core']])
  expect((await run(marked)).freshAsOf).toBe(
    (await call('exports.write', { list: 'rankings', format: 'csv' })).freshAsOf,
  )
})

test('a query sees the brands it names and no other, and nothing but reading views is accepted', async () => {
  const { values, ids, run, desk } = await open()
  const [first = ''] = ids
  const only = { brandIds: [first] }
  for (const { name, columns } of QUERY_VIEWS)
    if (columns[0]?.name === 'brand')
      for (const [brand] of await values(`SELECT DISTINCT brand FROM ${name}`, only))
        expect(brand, name).toBe('acme-tea')
  const internal = await run("SELECT count(*) FROM sqlite_master WHERE name NOT LIKE 'sqlite%'", only)
  expect(internal.rows).toEqual([[QUERY_VIEWS.length + FORMER_VIEW_NAMES.length + 2]])
  // The tables that history is unpacked from give nothing of other brands' numbers either.
  for (let slice = 0; slice <= 6; slice += 1) {
    const rows = await values(`SELECT DISTINCT h.keyword FROM _pages(${slice}) h`, only)
    const own = new Set((await values('SELECT keyword FROM rankings', only)).flat())
    expect(rows.flat().filter((keyword) => !own.has(keyword))).toEqual([])
  }
  await expect(run('SELECT 1', { brandIds: ['brand_of_nobody'] })).rejects.toMatchObject({ kind: 'not-found' })

  for (const sql of REFUSED)
    expect(await desk.call('query.run', { sql }), sql).toMatchObject({ ok: false, error: { kind: 'invalid' } })
  expect(await values('SELECT file FROM pragma_database_list')).toEqual([['']])
  expect(await values('WITH a AS (SELECT 1 AS x) SELECT x FROM a;')).toEqual([[1]])
  expect(await values('VALUES (1, 2)')).toEqual([[1, 2]])
  expect((await values('EXPLAIN QUERY PLAN SELECT * FROM rankings')).length).toBeGreaterThan(0)

  const messageOf = async (sql: string) => {
    const reply = await desk.call('query.run', { sql })
    return reply.ok ? '' : reply.error.message
  }
  expect(await messageOf('SELECT keyword\nFORM rankings')).toBe('Line 2, character 6: “rankings” is not expected here.')
  expect(await messageOf('SELECT form FROM rankings form form')).toBe(
    'Line 1, character 32: “form” is not expected here.',
  )
  expect(await messageOf('SELECT clics FROM tracked')).toBe(
    'Line 1, character 8: There is no column “clics”. tracked has brand, keyword.',
  )
  expect(await messageOf('SELECT * FROM keywords')).toContain('Line 1, character 15: There is no view “keywords”.')
  expect(await messageOf('SELECT 1 +')).toBe('Line 1, character 11: The query ends too early.')
  expect(await messageOf('SELECT 1; SELECT 2')).toBe('Only one statement can run at a time. Delete all but one.')
})

const REFUSED = [
  "ATTACH 'core.db' AS c",
  'PRAGMA table_list',
  'DELETE FROM rankings',
  'WITH x AS (SELECT 1) DELETE FROM rankings',
  'INSERT INTO tracked VALUES (1, 2) RETURNING *',
  'CREATE TEMP TABLE t (a)',
  'CREATE VIEW v AS SELECT 1',
  "VACUUM INTO '/tmp/copy.db'",
  'BEGIN',
  'EXPLAIN DELETE FROM rankings',
  'EXPLAIN QUERY PLAN DELETE FROM rankings',
  'SELECT 1; DELETE FROM rankings',
  "/* SELECT */ ATTACH 'core.db' AS c",
  "-- SELECT\nATTACH 'core.db' AS c",
  "SELECT load_extension('x')",
  "SELECT load_extension('x', 'y')",
  "SELECT fts3_tokenizer('simple', x'00')",
  "SELECT 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' REGEXP '(a+)+$'",
  'SELECT length(zeroblob(1000000000))',
  'SELECT * FROM pragma_query_only(0)',
  'SELECT * FROM sqlite_dbpage',
  'EXPLAIN SELECT 1',
  "SELECT writefile('/tmp/x', 'y')",
  "SELECT readfile('/etc/passwd')",
  "SELECT * FROM fsdir('/')",
  'SELECT * FROM core.brand',
  'SELECT * FROM main.setting',
  'SELECT * FROM intent_call',
  'SELECT * FROM rank_latest',
  'SELECT * FROM temp.scope',
  'SELECT ?',
  'SELECT :name',
  '',
  ';',
  '--',
]

const RUNAWAY = [
  'WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT count(*) FROM r',
  'SELECT count(*) FROM rankings a, rankings b, rankings c, rankings d, rankings e, rankings f',
  "SELECT count(*) FROM rankings a, rankings b, rankings c WHERE replace(hex(zeroblob(20000)), '00', a.keyword || b.keyword || c.keyword) LIKE '%a%b%c%d%e%f%g%h%i%j%k%'",
]

test('a runaway query is stopped by its time, its memory or a person while the desk answers, and the next one runs', async () => {
  const { call, desk, values } = await open()
  for (const sql of RUNAWAY) {
    const stopped = desk.call('query.run', { sql, timeoutMs: 1_000 })
    let isOver = false
    void stopped.then(() => {
      isOver = true
    })
    let answers = 0
    while (!isOver) {
      await call('rankings.page', { brandIds: 'all' })
      if (!isOver) answers += 1
    }
    expect(await stopped).toMatchObject({ ok: false, error: { kind: 'cancelled', message: /stopped after 1 s/ } })
    expect(answers).toBeGreaterThan(0)
  }
  expect(await values('SELECT 1')).toEqual([[1]])

  const sql = 'SELECT group_concat(hex(randomblob(1000000))) FROM rankings a, rankings b'
  expect(await desk.call('query.run', { sql, timeoutMs: 30_000 })).toMatchObject({
    ok: false,
    error: { kind: 'cancelled', message: /512 MB of memory/ },
  })
  expect(await values('SELECT 2')).toEqual([[2]])

  const running = desk.call('query.run', { sql: RUNAWAY[0] ?? '', runId: 'run-1', timeoutMs: 30_000 })
  await call('query.stop', { runId: 'run-1' })
  expect(await running).toMatchObject({ ok: false, error: { kind: 'cancelled', message: 'The query was stopped.' } })

  // A stop that comes before its query stops it once.
  const early = { sql: 'SELECT 3', runId: 'run-2' }
  expect(await call('query.stop', { runId: 'run-2' })).toEqual({ stopped: false })
  expect(await call('query.run', { sql: 'SELECT 4', runId: 'run-3' })).toMatchObject({ rows: [[4]] })
  expect(await desk.call('query.run', early)).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
  expect(await call('query.run', early)).toMatchObject({ rows: [[3]] })
})

test('a cut result says so, a file holds all of it, the history keeps the query, and no key is anywhere', async () => {
  const { run, call, desk, sandbox, ids } = await open()
  // On some days a keyword or two do not rank and are not listed.
  const { total } = await call('rankings.page', { limit: 1 })
  expect(total).toBeGreaterThan(110)
  expect(await run('SELECT * FROM rankings', { limit: 7 })).toMatchObject({
    returned: 7,
    total,
    truncated: true,
    truncatedBy: 'rows',
  })
  expect(await run('SELECT * FROM rankings', { limit: total })).toMatchObject({
    returned: total,
    total,
    truncated: false,
  })
  const wide = await run(`SELECT hex(zeroblob(100000)) FROM rankings`)
  expect(wide).toMatchObject({ truncated: true, truncatedBy: 'bytes', total })
  expect(Buffer.byteLength(JSON.stringify(wide.rows))).toBeLessThan(8_100_000)
  // A total is counted or there is no answer: what cannot be counted needs a LIMIT.
  const endless = 'WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT x FROM r'
  await expect(run(endless, { limit: 5, timeoutMs: 1_000 })).rejects.toMatchObject({
    kind: 'cancelled',
    message: expect.stringContaining('end it with a LIMIT'),
  })
  expect(await run(`${endless} LIMIT 3000000`, { limit: 5, timeoutMs: 30_000 })).toMatchObject({
    returned: 5,
    total: 3_000_000,
    truncated: true,
  })

  await call('query.clearHistory', {})
  const key = sandbox.keyOf(0)
  await run(`SELECT '${key}'`)
  await desk.call('query.run', { sql: 'SELECT nothing' })
  await run("SELECT 'hidden-oak'")
  await run('SELECT 3', { brandIds: [ids[2] ?? ''] })
  const { rows } = await call('query.history', {})
  expect(rows.map(({ sql, returned, error }) => [sql.slice(0, 10), returned, error === null])).toEqual([
    ['SELECT 3', 1, true],
    ["SELECT 'hi", 1, true],
    ['SELECT not', null, false],
    ["SELECT 'sk", 1, true],
  ])
  expect(JSON.stringify(rows)).not.toContain(key)
  await call('brands.remove', { brandId: ids[2] ?? '' })
  expect((await call('query.history', {})).rows.map(({ sql }) => sql.slice(0, 10))).toEqual([
    'SELECT not',
    "SELECT 'sk",
  ])
  await call('query.clearHistory', {})
  expect((await call('query.history', {})).rows).toEqual([])

  const sql = `SELECT keyword, '=cmd()' AS "=head" FROM rankings`
  const { total: left } = await call('rankings.page', { limit: 1 })
  const { fileName, rowCount, truncated } = await call('query.export', { sql, brandIds: 'all' })
  const lines = readFileSync(join(desk.exportsFolder, fileName), 'utf8').trim().split('\n')
  expect({ rowCount, truncated, head: lines[0]?.replace('\ufeff', ''), lines: lines.length }).toEqual({
    rowCount: left,
    truncated: false,
    head: "keyword,'=head",
    lines: left + 1,
  })
  expect(lines.slice(1).every((line) => line.endsWith(",'=cmd()"))).toBe(true)
  await expect(call('query.export', { sql: 'DROP TABLE rankings', brandIds: 'all' })).rejects.toMatchObject({
    kind: 'invalid',
  })
  expect(readdirSync(desk.exportsFolder)).toEqual([fileName])

  if (process.platform !== 'linux') return
  const everything: unknown[] = []
  for (const { name } of QUERY_VIEWS) everything.push((await run(`SELECT * FROM ${name}`)).rows)
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(/\s+/)
  const process_ = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('query-process'))
  expect(process_).toBeDefined()
  const places = [
    Buffer.from(JSON.stringify(everything)),
    readFileSync(`/proc/${process_}/environ`),
    readFileSync(`/proc/${process_}/cmdline`),
  ]
  for (const { key } of sandbox.brands) for (const bytes of places) expect(holdsSecret(bytes, key)).toBe(false)
  expect(readFileSync(`/proc/${process_}/environ`, 'utf8')).not.toContain('PATH=')
  expect(holdsSecret(Buffer.concat([places[0] ?? Buffer.of(), Buffer.from(sandbox.keyOf(0))]), sandbox.keyOf(0))).toBe(
    true,
  )
})

test('the views of a text are found however it writes them', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...QUERY_VIEWS.map(({ name }) => name)),
      fc.constantFrom('"', '`', '[', ''),
      (name, quote) => {
        const close = quote === '[' ? ']' : quote
        expect(viewsNamed(`SELECT*FROM(${quote}${name.toUpperCase()}${close})x`)).toEqual([name])
      },
    ),
  )
})
