// inbox.db, its move out of core.db, its backups, its loss and its numbers.
import { existsSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import type { Store } from '../../../src-main/store/store.ts'
import { tables } from '../../../src-main/tables.ts'
import type { NewDelivery } from '../../../src-main/webhooks/queries/derive-deliveries.ts'
import { garbage, spoilPages } from '../../support/store-file.ts'
import { type TempHome, tempHome } from '../../support/temp-home.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const inboxOf = ({ home }: Pick<TempHome, 'home'>): string => join(home, 'inbox.db')

const delivery = (brandId: string, slug: string, more: Partial<NewDelivery> = {}): NewDelivery => {
  const body = JSON.stringify({ event: 'article.published', article: { title: `Title of ${slug}`, slug } })
  const head = {
    path: '/hooks/acme',
    headers: [['content-type', 'application/json']] as const,
    secretUsed: 'current' as const,
  }
  const read = {
    event: 'article.published',
    slug,
    title: `Title of ${slug}`,
    status: 'accepted' as const,
    reason: null,
  }
  return { brandId, receivedAtMs: 1000, bytes: Buffer.byteLength(body), body, ...head, ...read, ...more }
}

const page = async (store: Store) => (await store.read('deliveries.page', PAGE)).rows
const PAGE = {
  brandIds: 'all' as const,
  filter: {},
  sort: [{ by: 'receivedAt' as const, direction: 'asc' as const }],
  limit: 100,
}
const bodyOf = async (store: Store, id: string): Promise<string | undefined> => {
  const content = (await store.read('deliveries.get', { id }))?.content
  return content == null ? undefined : Buffer.from(content.body).toString('utf8')
}

/** A closed data folder with a brand, two deliveries and, where wanted, a backup of them. */
const filledHome = async ({ hasBackup = false } = {}) => {
  const home = tempHome()
  const { store } = await tempStore(home)
  const { id: brandId } = await store.write('brands.insert', newBrand('Acme'))
  const numbers = await store.write('deliveries.insert', {
    deliveries: ['a', 'b'].map((slug) => delivery(brandId, slug)),
  })
  if (hasBackup) await store.write('core.backup', { takenAtMs: Date.UTC(2026, 0, 2) })
  await store.close()
  return { ...home, brandId, numbers }
}

/** Adds a delivery as the receiver does; the desk has not derived it yet. */
const arrive = (home: Pick<TempHome, 'home'>, brandId: string, slug: string): number => {
  const inbox = new Database(inboxOf(home))
  const sql = `INSERT INTO arrival (brand_id, received_at_ms, status, event, slug, title, reason, secret_used, bytes, path, headers, body)
    VALUES (?, 2000, 'accepted', 'article.published', ?, 'T', NULL, 'current', 2, '/hooks/acme', '[]', CAST('{}' AS BLOB))`
  const { lastInsertRowid } = inbox.prepare(sql).run(brandId, slug)
  inbox.close()
  return Number(lastInsertRowid)
}

test('a crash between the move and the deletion in core.db loses and doubles nothing', async () => {
  const home = await filledHome()
  const core = new Database(home.coreFile)
  core.prepare('ATTACH ? AS inbox').run(inboxOf(home))
  core.exec('INSERT INTO main.arrival SELECT * FROM inbox.arrival; DELETE FROM inbox.arrival WHERE no = 2')
  core.close()
  const { store, coreFile } = await tempStore(home)
  expect(await bodyOf(store, 'd1')).toContain('"a"')
  expect(await bodyOf(store, 'd2')).toContain('"b"')
  await store.close()
  const after = new Database(coreFile, { readonly: true })
  expect(after.prepare('SELECT count(*) FROM arrival').pluck().get()).toBe(0)
  after.close()
})

test('a delivery that a crash left underived is derived once, in the order of arrival', async () => {
  const home = await filledHome()
  const no = arrive(home, home.brandId, 'late')
  const { store } = await tempStore(home)
  expect(await store.read('deliveries.hasUnderived', {})).toBe(true)
  const first = await store.write('deliveries.derive', { limit: 10 })
  expect(first).toMatchObject({ deliveries: [{ id: `d${no}`, slug: 'late' }], left: 0, failures: [] })
  expect(await store.write('deliveries.derive', { limit: 10 })).toMatchObject({ deliveries: [], applied: [] })
  expect((await page(store)).map(({ slug }) => slug)).toEqual(['a', 'b', 'late'])
  expect(await store.read('webhooks.counts', {})).toEqual([{ name: 'received', count: 3 }])
})

test('a delivery of a brand that is not on this desk is passed over', async () => {
  const home = await filledHome()
  arrive(home, 'brand_gone', 'gone')
  const last = arrive(home, home.brandId, 'late')
  const { store } = await tempStore(home)
  expect((await store.write('deliveries.derive', { limit: 10 })).deliveries.map(({ id }) => id)).toEqual([`d${last}`])
})

const spoilers: [string, (path: string) => void][] = [
  ['is missing', (path) => rmSync(path)],
  ['is empty', (path) => truncateSync(path, 0)],
  ['is garbage', (path) => writeFileSync(path, garbage())],
  ['is cut', (path) => truncateSync(path, 5000)],
]

test.each(spoilers)('an inbox.db that %s is restored from a backup; the list is complete', async (what, spoil) => {
  const home = await filledHome({ hasBackup: true })
  spoil(inboxOf(home))
  const { store, notices } = await tempStore(home)
  expect(notices.map(({ what: name, level }) => [name, level])).toEqual([['inbox-restored', 'warning']])
  expect(notices[0]?.message).toContain('2026-01-02T00:00:00.000Z')
  expect((await page(store)).map(({ slug }) => slug)).toEqual(['a', 'b'])
  expect(await bodyOf(store, 'd1')).toContain('"a"')
  const aside = readdirSync(home.home).filter((name) => name.startsWith('inbox.db.damaged-'))
  expect(aside).toHaveLength(/missing|empty/.test(what) ? 0 : 1)
})

test('without a backup the list stays, a new inbox.db receives, and no number is used twice', async () => {
  const home = await filledHome()
  const no = arrive(home, home.brandId, 'never derived')
  rmSync(inboxOf(home))
  const { store, notices } = await tempStore(home)
  expect(notices.map(({ what, level }) => [what, level])).toEqual([['inbox-lost', 'error']])
  expect((await page(store)).map(({ slug }) => slug)).toEqual(['a', 'b'])
  expect(await store.read('deliveries.get', { id: 'd1' })).toMatchObject({ content: null })
  const [next = 0] = await store.write('deliveries.insert', { deliveries: [delivery(home.brandId, 'c')] })
  expect(next).toBeGreaterThan(no)
  await store.close()
  const again = await tempStore(home)
  expect(again.notices).toEqual([])
})

test('an inbox.db from a newer program is refused and not touched', async () => {
  const home = await filledHome()
  new Database(inboxOf(home)).exec('PRAGMA user_version = 9999').close()
  await expect(tempStore(home)).rejects.toMatchObject({
    kind: 'storage',
    message: expect.stringMatching(/newer Agency Desk/),
  })
  expect(readdirSync(home.home).filter((name) => name.includes('damaged'))).toEqual([])
})

test('a page of inbox.db that is damaged while the desk runs is repaired, and the cache stays', async () => {
  const home = await filledHome()
  const filled = await tempStore(home)
  const pad = 'x'.repeat(100_000)
  const many = Array.from({ length: 20 }, (_, at) => delivery(home.brandId, `n${at}`, { body: pad }))
  await filled.store.write('deliveries.insert', { deliveries: many })
  await filled.store.write('core.backup', { takenAtMs: Date.UTC(2026, 0, 3) })
  await filled.store.close()
  spoilPages(inboxOf(home), 0.3)
  const closed: string[] = []
  const { store, notices } = await tempStore(home)
  store.setInboxHolder({
    close: async () => closed.push('close'),
    open: async () => closed.push('open'),
  })
  const bodies = await Promise.all((await page(store)).map(({ id }) => bodyOf(store, id)))
  expect(bodies.filter((body) => body === pad)).toHaveLength(20)
  expect(notices.map(({ what }) => what)).toEqual(['inbox-restored'])
  expect(closed).toEqual(['close', 'open'])
})

test('deliveries that another desk received are no sign of a lost inbox.db, and take no number from this desk', async () => {
  const home = { ...tempHome(), deskNo: 2 }
  const first = await tempStore(home)
  const { id: brandId } = await first.store.write('brands.insert', newBrand('Acme'))
  await first.store.close()
  const core = new Database(home.coreFile)
  const add = core.prepare(`INSERT INTO delivery
    (no, brand_id, received_at_ms, status, secret_used, bytes, search)
    VALUES (?, ?, 1, 'accepted', 'current', 1, '')`)
  for (const no of [7, 300_000_000_001]) add.run(no, brandId)
  core.close()
  rmSync(inboxOf(home))

  const { store, notices } = await tempStore(home)
  expect(notices).toEqual([])
  expect(await store.write('deliveries.insert', { deliveries: [delivery(brandId, 'own')] })).toEqual([200_000_000_001])
  expect(await bodyOf(store, 'd200000000001')).toContain('"own"')
  await store.close()
  rmSync(inboxOf(home))
  expect((await tempStore(home)).notices.map(({ what }) => what)).toEqual(['inbox-lost'])
})

test('a restored backup brings deliveries back, and keeps those that came after it', async () => {
  const home = await filledHome({ hasBackup: true })
  const changed = await tempStore(home)
  const numbers = await changed.store.write('deliveries.pruneArrivals', { beforeMs: 1500 })
  await changed.store.write('deliveries.pruneRows', { numbers })
  await changed.store.write('deliveries.insert', { deliveries: [delivery(home.brandId, 'c', { receivedAtMs: 3000 })] })
  await changed.store.close()
  const [backup = ''] = readdirSync(home.backupsFolder)
  const { store } = await tempStore(home, { restore: backup })
  await store.write('deliveries.derive', { limit: 10 })
  expect((await page(store)).map(({ slug }) => slug)).toEqual(['a', 'b', 'c'])
  for (const [id, slug] of [
    ['d1', 'a'],
    ['d2', 'b'],
    ['d3', 'c'],
  ] as const)
    expect(await bodyOf(store, id)).toContain(`"${slug}"`)
})

test('retention deletes the contents with the rows, also of a brand that is not on this desk', () => {
  const home = tempHome()
  const { db } = openForWriting(home, tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  const { id: brandId } = insertBrand(db, newBrand('Acme'))
  const insert = tables.writes.cache['deliveries.insert'] as (typeof tables.writes.cache)[string]
  const run = (query: unknown, args: unknown): unknown => (query as (...all: unknown[]) => unknown)(db, args) // by name
  run(insert, { deliveries: [delivery(brandId, 'old'), delivery(brandId, 'new', { receivedAtMs: 5000 })] })
  arrive(home, 'brand_gone', 'orphan')
  expect(run(tables.reads['deliveries.hasOlder'], { beforeMs: 4000 })).toBe(true)
  for (;;) {
    const numbers = run(tables.writes.cache['deliveries.pruneArrivals'], { beforeMs: 4000 })
    run(tables.writes.core['deliveries.pruneRows'], { numbers })
    if (Array.isArray(numbers) && numbers.length === 0) break
  }
  expect(run(tables.reads['deliveries.hasOlder'], { beforeMs: 4000 })).toBe(false)
  expect(db.inbox.prepare('SELECT slug FROM arrival').pluck().all()).toEqual(['new'])
  expect(db.core.prepare('SELECT slug FROM delivery').pluck().all()).toEqual(['new'])
})

test('inbox.db is readable only by its owner, and its WAL is merged at the end', async () => {
  const home = await filledHome()
  expect(existsSync(`${inboxOf(home)}-wal`)).toBe(false)
})
