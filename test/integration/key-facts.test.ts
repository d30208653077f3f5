// How old a key is, what stays when it is replaced, and what the service refuses because somebody else uses it.

import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openTestDesk } from '../support/composed-desk.ts'
import { json, startScriptedServer } from '../support/scripted-server.ts'
import { testClock } from '../support/test-clock.ts'

const DAY_MS = 86_400_000
const limited = json(429, { success: false, error: 'rate limited', statusCode: 429, retryAfterSeconds: 1 })

/** Of two brands; any key that ends in the name of one is its own. */
const startService = () =>
  startScriptedServer((response, request) => {
    const brandId = String(request.headers.authorization).split('_').at(-1)
    json(200, { brandId, canManage: true, syncEnabled: false, tools: [] })(response, request)
  })

const openDesk = async () => {
  const service = await startService()
  let aheadMs = 0
  const desk = await openTestDesk({ clock: { ...testClock, now: () => testClock.now() + aheadMs } })
  await desk.call('service.setProfile', { baseUrl: service.baseUrl })
  const { id } = await desk.call('brands.add', { name: 'Acme', key: 'sk_first_acme', sessionOnly: true })
  const brand = async () => {
    const found = (await desk.call('brands.list', {})).brands.find((one) => one.id === id)
    if (found === undefined) throw new Error('The brand is gone.')
    return found
  }
  const passDays = (days: number) => {
    aheadMs += days * DAY_MS
  }
  const lastKey = () => service.seen.at(-1)?.headers.authorization
  return { ...desk, id, brand, passDays, lastKey }
}

/** Each row of core.db, as text, but the windows of the limiter: a check is a request. */
const rowsIn = (home: string): string[] => {
  const core = new Database(join(home, 'core.db'), { readonly: true })
  try {
    const names = core.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all().map(String)
    return names
      .filter((name) => name !== 'limiter_window')
      .flatMap((name) =>
        core
          .prepare(`SELECT * FROM "${name}"`)
          .all()
          .map((row) => `${name} ${JSON.stringify(row)}`),
      )
  } finally {
    core.close()
  }
}

test('a replaced key keeps all rows of the brand, and only the key and its age are new', async () => {
  const desk = await openDesk()
  const { id: brandId } = desk
  await desk.call('brands.update', { brandId, tags: ['outdoor'], pinned: true })
  await desk.call('outreach.suppress', { entries: [{ value: 'editor@example.com' }] })
  await desk.call('research.saveBasket', { brandId, entries: [{ keyword: 'tents', state: 'keep' }] })
  await desk.call('publishing.publish', { brandId, provider: 'ghost', articleSlug: 'tents', holdSeconds: 3600 })
  const before = await desk.brand()
  const rows = rowsIn(desk.home)
  // Less than the hold: the article is still to be sent.
  const days = 0.02
  desk.passDays(days)
  const after = await desk.call('brands.replaceKey', { brandId, key: 'sk_second_acme', sessionOnly: true })
  const since = after.keyAge?.since ?? ''
  expect(Date.parse(since) - Date.parse(before.keyAge?.since ?? '')).toBeGreaterThanOrEqual(days * DAY_MS)
  expect(after).toEqual({ ...before, keyAge: { since, isExact: true } })
  const changed = rowsIn(desk.home).filter((row) => !rows.includes(row))
  const [was = ''] = rows.filter((row) => row.startsWith('brand_here '))
  expect(changed).toEqual([expect.stringMatching(/^brand_here /)])
  const named = (row: string) => JSON.parse(row.replace('brand_here ', '')) as Record<string, unknown> // as rowsIn wrote it
  const [now, old] = [named(changed[0] ?? ''), named(was)]
  expect(Object.keys(now).filter((name) => now[name] !== old[name])).toEqual(['key_seal', 'key_since_ms'])
  expect(rowsIn(desk.home)).toHaveLength(rows.length)
})

test('the same key again is as old as it was', async () => {
  const desk = await openDesk()
  const before = (await desk.brand()).keyAge
  desk.passDays(10)
  await desk.call('brands.replaceKey', { brandId: desk.id, key: 'sk_first_acme', sessionOnly: true })
  expect((await desk.brand()).keyAge).toEqual(before)
})

test('the key of another brand does not replace the key, nor change its age', async () => {
  const desk = await openDesk()
  const before = await desk.brand()
  desk.passDays(10)
  const replacing = desk.call('brands.replaceKey', { brandId: desk.id, key: 'sk_first_globex', sessionOnly: true })
  await expect(replacing).rejects.toMatchObject({
    kind: 'conflict',
    message: 'This key does not belong to Acme. The old key stays.',
  })
  expect(await desk.brand()).toEqual(before)
  await desk.call('brands.check', { brandId: desk.id })
  expect(desk.lastKey()).toBe('Bearer sk_first_acme')
})

test('a key that the service refuses before this desk has used its limit is named, for a day, also after a restart', async () => {
  const service = await startScriptedServer(
    json(200, { brandId: 'acme', canManage: true, syncEnabled: false, tools: [] }),
    limited,
    json(200, { brandId: 'acme', canManage: true, syncEnabled: false, tools: [] }),
  )
  let aheadMs = 0
  const clock = { ...testClock, now: () => testClock.now() + aheadMs }
  const desk = await openTestDesk({ clock })
  await desk.call('service.setProfile', { baseUrl: service.baseUrl })
  const { id: brandId } = await desk.call('brands.add', { name: 'Acme', key: 'sk_first_acme', sessionOnly: true })
  const named = desk.next('changed', ({ datasets }) => datasets.includes('refusals'))
  const checked = desk.call('brands.check', { brandId })
  expect((await named).brandIds).toEqual([brandId])
  const refusal = { brandId, operation: 'connectors.catalog', sent: 2, allowed: 60, at: expect.any(String) }
  expect((await desk.call('service.earlyRefusals', {})).refusals).toEqual([refusal])
  await checked
  await desk.close()
  const again = await openTestDesk({ home: desk.home, clock })
  expect((await again.call('service.earlyRefusals', {})).refusals).toEqual([refusal])
  aheadMs += DAY_MS + 60_000
  expect((await again.call('service.earlyRefusals', {})).refusals).toEqual([])
  aheadMs = 0
  await again.call('brands.remove', { brandId })
  expect((await again.call('service.earlyRefusals', {})).refusals).toEqual([])
})

test('a key that the service refuses once this desk has used its limit is not named', async () => {
  const catalog = json(200, { brandId: 'acme', canManage: true, syncEnabled: false, tools: [] })
  const service = await startScriptedServer(catalog, catalog, catalog, limited, catalog)
  const desk = await openTestDesk()
  await desk.call('service.setProfile', {
    baseUrl: service.baseUrl,
    limits: { perOperation: { 'connectors.catalog': 5 } },
  })
  const { id: brandId } = await desk.call('brands.add', { name: 'Acme', key: 'sk_first_acme', sessionOnly: true })
  for (const _ of [1, 2]) await desk.call('brands.check', { brandId })
  const held = desk.next('limiter.waiting', () => true)
  const checked = desk.call('brands.check', { brandId })
  await held
  expect((await desk.call('service.earlyRefusals', {})).refusals).toEqual([])
  await checked
})
