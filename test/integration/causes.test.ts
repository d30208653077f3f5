// Why something fell, from the sync to the calls and the command line.
import { expect, test } from 'vitest'
import { dayFromNumber, dayNumber } from '../../src-main/base/clock.ts'
import { HOSTILE, isOnPage, loadDays } from '../main/causes/small-cache.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { runDeskCommand } from '../support/desk-command.ts'
import { openFilledDesk } from '../support/filled-desk.ts'
import { openSandbox } from '../support/sandbox.ts'

const LIMITS = { limits: { requestsPerMinute: 100_000 } }

const openDesk = async (brands: number) => {
  const sandbox = await openSandbox({ brands: brands + 1, keywords: 300, days: 70, profile: LIMITS })
  const opened = await openTestDesk()
  const { call } = opened
  await call('service.setProfile', { baseUrl: sandbox.baseUrl, ...LIMITS })
  await call('desk.setSettings', { historyDays: 60, syncEveryMinutes: 0 })
  const add = async (index: number) => {
    const { name, key } = sandbox.brands[index] ?? { name: '', key: '' }
    return (await call('brands.add', { name, key, sessionOnly: true })).id
  }
  const ids: string[] = []
  for (let index = 0; index < brands; index += 1) ids.push(await add(index))
  /** Until no brand waits to be worked out. */
  const listed = async () => {
    for (;;) {
      const changed = opened.next('changed', ({ datasets }) => datasets.includes('causes'))
      const list = await call('causes.list', { limit: 500 })
      if (list.waiting === 0) return list
      await changed
    }
  }
  return { ...opened, ids, brandId: ids[0] ?? '', add, listed }
}

test('drops of all brands come with causes after a sync, those of a brand that is added later too, and go with a brand', async () => {
  const { call, sync, ids, add, listed } = await openDesk(3)
  expect(await call('causes.list', {})).toMatchObject({ rows: [], total: 0, waiting: 0, breaks: [], freshAsOf: null })
  await sync({ datasets: ['rankings', 'history'] })
  const first = await listed()
  expect(new Set(first.rows.map(({ brandId }) => brandId))).toEqual(new Set(ids))
  const { rows: moves } = await call('rankings.movers', { moves: 'real', kind: 'any', limit: 500 })
  const falls = moves.filter((move) => move.kind === 'down' || move.kind === 'lost')
  const drops = first.rows.filter((row) => row.of === 'keyword' && row.kind !== 'clicks')
  const named = (rows: readonly { brandId: string; keyword: string | null }[]) =>
    rows.map(({ brandId, keyword }) => `${brandId} ${keyword}`).toSorted()
  expect(named(drops)).toEqual(named(falls))
  expect(drops.length).toBeGreaterThan(3)

  const later = await add(3)
  await sync({ brandIds: [later], datasets: ['rankings', 'history'] })
  const second = await listed()
  expect(second.rows.some(({ brandId }) => brandId === later)).toBe(true)

  await call('brands.remove', { brandId: later })
  const third = await listed()
  expect(third.rows.some(({ brandId }) => brandId === later)).toBe(false)
  expect(third.total).toBe(first.total)
})

test('a keyword of one brand has its drop, with what could not be checked; one that did not drop has none', async () => {
  const { call, sync, brandId } = await openDesk(1)
  await sync({ datasets: ['rankings', 'history'] })
  const { rows } = await call('causes.list', { brandIds: [brandId], limit: 500 })
  const drops = rows.filter((row) => row.of === 'keyword')
  expect(drops.length).toBeGreaterThan(0)
  for (const drop of drops) {
    const { row, record, first } = await call('causes.forKeyword', { brandId, keyword: drop.keyword ?? '' })
    expect(row).toEqual(drop)
    const kind = drop.causes[0]?.kind
    expect([record?.kind, first?.kind]).toEqual([kind, kind])
    expect(record?.judged ?? 0).toBe(0)
    expect(drop.unchecked).toContain('few-brands')
  }
  expect(await call('causes.forKeyword', { brandId, keyword: 'never seen' })).toEqual({
    ...{ row: null, evidence: null, record: null, first: null },
  })
  await expect(call('causes.forKeyword', { brandId: 'none', keyword: 'x' })).rejects.toMatchObject({
    kind: 'not-found',
  })
})

test('what a person says of a drop stands in the line, the detail and desk why, until it is removed', async () => {
  const opened = await openDesk(1)
  const { call, sync, brandId } = opened
  await sync({ datasets: ['rankings', 'history'] })
  const { rows } = await call('causes.list', { brandIds: [brandId], limit: 500 })
  const { keyword, since } = rows.find(({ of }) => of === 'keyword') ?? { keyword: null, since: '' }
  if (keyword === null) throw new Error('No keyword dropped.')
  const drop = { brandId, keyword, since }
  const { brands } = await call('brands.list', {})
  const why = async () => (await runDeskCommand(opened, ['why', brands[0]?.slug ?? '', keyword])).stdout
  const line = async () => (await call('causes.lines', { drops: [{ brandId, keyword }] })).lines[0]
  const before = await line()

  const heard = opened.next('changed', ({ datasets }) => datasets.includes('causes'))
  await call('causes.saveAnswer', { ...drop, isNamed: true, text: '  Prices <b>rose</b> ' })
  expect(await heard).toMatchObject({ brandIds: [brandId] })
  expect(await line()).toMatchObject({ kind: null, text: 'Named: Prices <b>rose</b>' })
  expect(await why()).toContain('  Named: Prices <b>rose</b>\n')
  const { row } = await call('causes.forKeyword', { brandId, keyword })
  expect(row?.answer).toMatchObject({ isNamed: true, kind: null, text: 'Prices <b>rose</b>', by: null })

  await call('causes.saveAnswer', { ...drop, isNamed: false, kind: 'demand' })
  expect(await line()).toMatchObject({ kind: null, text: 'Rejected: Fewer searches' })
  await call('causes.removeAnswer', drop)
  expect(await line()).toEqual(before)
  expect(await why()).not.toContain('Rejected')

  const said = { isNamed: true, kind: 'demand' } as const
  await expect(call('causes.saveAnswer', { ...drop, since: '2020-01-01', ...said })).rejects.toMatchObject({
    kind: 'conflict',
  })
  await expect(call('causes.saveAnswer', { ...drop, keyword: 'never seen', ...said })).rejects.toMatchObject({
    kind: 'conflict',
  })
  await expect(call('causes.saveAnswer', { ...drop, brandId: 'none', ...said })).rejects.toMatchObject({
    kind: 'not-found',
  })
})

test('the view and the tool of assistants have the drops with their causes, of the asked brands alone', async () => {
  const { call, sync, ids, brandId } = await openDesk(2)
  await sync({ datasets: ['rankings', 'history'] })
  const { brands } = await call('brands.list', {})
  const slugs = new Map(brands.map(({ id, slug }) => [id, slug]))
  const VIEW =
    'SELECT brand, subject, coalesce(keyword, page), kind, since, cause, confidence, answer, is_rejected FROM causes'
  const listed = async (brandIds: string[]) =>
    (await call('causes.list', { brandIds, limit: 500 })).rows.map((row) => [
      ...[slugs.get(row.brandId), row.of, row.keyword ?? row.page, row.kind, row.since],
      ...[row.causes[0]?.kind ?? null, row.causes[0]?.confidence ?? null],
      ...[row.answer?.text ?? null, row.answer === null ? null : Number(!row.answer.isNamed)],
    ])
  const [first] = (await call('causes.list', { brandIds: [brandId], limit: 500 })).rows.filter(
    ({ of }) => of === 'keyword',
  )
  const drop = { brandId, keyword: first?.keyword ?? '', since: first?.since ?? '' }
  await call('causes.saveAnswer', { ...drop, isNamed: true, text: 'Ask jo@press.example' })
  const read = async (brandIds: string[]) => (await call('query.run', { sql: VIEW, brandIds })).rows
  expect((await read(ids)).toSorted()).toEqual((await listed(ids)).toSorted())
  expect((await read([brandId])).toSorted()).toEqual((await listed([brandId])).toSorted())

  const slug = slugs.get(brandId) ?? ''
  await call('mcp.configure', { brandIds: [brandId] })
  const search = { search: drop.keyword }
  const asked = async (args: object) => (await call('mcp.call', { tool: 'causes', args: { ...args } })).text
  const text = await asked({ brands: [slug], ...search })
  expect(text).toContain(drop.keyword)
  // Assistants read no addresses of people.
  expect(text).toContain('Ask ')
  expect(text).not.toContain('jo@press.example')
  // Nothing of a brand that no assistant may read: neither unasked nor asked for.
  const hidden = brands.flatMap(({ id, slug: name }) => (id === brandId ? [] : [name]))
  expect(hidden).toHaveLength(1)
  const whole = await asked({ maxBytes: 100_000 })
  for (const name of hidden) {
    expect(whole).not.toContain(name)
    expect(await asked({ brands: [name] })).not.toContain('since')
  }
})

test('a brand of which one day is synced has no drops, and says so without a fault', async () => {
  const { sync, brandId, listed } = await openDesk(1)
  const day = dayFromNumber(dayNumber(new Date().toISOString().slice(0, 10)) - 2)
  await sync({ brandIds: [brandId], datasets: ['history'], periods: [{ from: day, to: day }] })
  expect(await listed()).toMatchObject({ rows: [], total: 0, waiting: 0 })
})

test('desk why prints each drop with its cause, one keyword, and JSON', async () => {
  const opened = await openDesk(1)
  const { call, sync, brandId } = opened
  await sync({ datasets: ['rankings', 'history'] })
  const { brands } = await call('brands.list', {})
  const slug = brands[0]?.slug ?? ''
  const run = (...args: string[]) => runDeskCommand(opened, ['why', ...args])
  const list = await call('causes.list', { brandIds: [brandId], limit: 20 })
  const text = await run(slug)
  expect(text).toMatchObject({ code: 0, stderr: '' })
  for (const { keyword, page, causes } of list.rows) {
    expect(text.stdout).toContain(keyword ?? page ?? 'the whole brand')
    expect(text.stdout).toContain(causes[0] === undefined ? 'No cause found.' : `${causes[0].title} (`)
    for (const sentence of causes[0]?.evidence ?? []) expect(text.stdout).toContain(sentence)
  }
  const keyword = list.rows.find(({ of }) => of === 'keyword')?.keyword ?? ''
  expect((await run(slug, keyword)).stdout).toContain(`“${keyword}”: `)
  expect((await run(slug, 'never seen')).stdout).toBe('“never seen” does not rank now, and no drop of it is known.\n')
  const { rows } = await call('rankings.page', { brandIds: [brandId], limit: 500 })
  const dropped = new Set(list.rows.map((row) => row.keyword))
  const steady = rows.find((row) => !dropped.has(row.keyword))?.keyword ?? ''
  expect((await run(slug, steady)).stdout).toBe(`“${steady}” did not drop.\n`)
  expect((await run(slug, steady.toUpperCase())).stdout).toContain(`Did you mean “${steady}”?`)
  expect(JSON.parse((await run(slug, '--json')).stdout).total).toBe(list.total)
  const { row, record, first } = await call('causes.forKeyword', { brandId, keyword })
  expect(JSON.parse((await run(slug, keyword, '--json')).stdout)).toEqual({ row, record, first })
  expect(await run()).toMatchObject({ code: 2 })
})

test('desk why names the cause of a drop, rejects the one that was found, and takes back what was said', async () => {
  const opened = await openFilledDesk(['Shop'], (db, [id = '']) =>
    loadDays(db, id, { isHit: (at) => isOnPage(at) || at === 20 }),
  )
  const { call, brandId } = opened
  const slug = (await call('brands.list', {})).brands[0]?.slug ?? ''
  const run = (...args: string[]) => runDeskCommand(opened, ['why', slug, ...args])
  const answer = async () => (await call('causes.forKeyword', { brandId, keyword: HOSTILE })).row?.answer ?? null

  const asked = (await run(HOSTILE)).stdout
  expect(asked).toContain('No one has confirmed or rejected this cause yet.\n')
  expect(asked).toMatch(/First named on \d{4}-\d{2}-\d{2}, from data up to \d{4}-\d{2}-\d{2}\.\n/)
  expect((await run('thing 20')).stdout).not.toMatch(/confirmed|First named/)

  const named = await run(HOSTILE, '--cause', '  Prices <b>rose</b> ')
  expect(named).toMatchObject({ code: 0, stderr: '' })
  expect(named.stdout).toContain('  Named: Prices <b>rose</b>\n')
  expect(await answer()).toMatchObject({ isNamed: true, kind: null, text: 'Prices <b>rose</b>' })

  const listed = JSON.parse((await run(HOSTILE, '--cause', 'fewer searches', '--json')).stdout)
  expect(listed.row).toMatchObject({ keyword: HOSTILE, answer: { isNamed: true, kind: 'demand' } })
  expect(listed.row.answer).toEqual(await answer())
  expect((await run(HOSTILE, '--cause', 'results-page')).stdout).toContain('Named: Fewer clicks from the results')

  const rejected = (await run(HOSTILE, '--not-this')).stdout
  expect(rejected).toContain('  Rejected: One page fell\n')
  expect(rejected).toContain('This cause was judged in 1 drop so far: too few to say how often it is right.')
  expect(await answer()).toMatchObject({ isNamed: false, kind: 'one-page' })
  const removed = await run(HOSTILE, '--remove')
  expect(removed).toMatchObject({ code: 0 })
  expect(removed.stdout).not.toMatch(/Named|Rejected/)
  expect(await answer()).toBeNull()

  const none = await run('thing 20', '--not-this')
  expect(none).toMatchObject({ code: 1, stdout: '' })
  expect(none.stderr).toContain('No cause was found')
  const missing = await run('never seen', '--cause', 'x')
  expect(missing).toMatchObject({ code: 1, stdout: '' })
  expect(missing.stderr).toContain('“never seen” does not rank now, and no drop of it is known.')
  const brand = await run('--cause', 'x')
  expect(brand).toMatchObject({ code: 1, stdout: '' })
  expect(brand.stderr).toContain('No drop of the whole brand is known.')
  for (const wrong of [
    [HOSTILE, '--page', 'x'],
    [HOSTILE, '--cause', ' '],
    [HOSTILE, '--cause', 'x'.repeat(201)],
    [HOSTILE, '--cause', 'x', '--remove'],
    [HOSTILE, '--not-this', '--remove'],
  ])
    expect(await run(...wrong)).toMatchObject({ code: 2, stdout: '' })
})
