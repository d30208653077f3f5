// A clock that is far ahead must not delete what a person still needs.
import { readdirSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { type Clock, systemClock } from '../../src-main/base/clock.ts'
import { openStore } from '../../src-main/store/open.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { storeThreads } from '../support/store-threads.ts'
import { type TempHome, tempHome } from '../support/temp-home.ts'
import { newBrand } from '../support/temp-store.ts'

const DAY_MS = 86_400_000
const NOW_MS = Date.UTC(2026, 10, 21, 12)

const clockAt = (nowMs: number): Clock => ({ ...systemClock, now: () => nowMs })
const daysAhead = (days: number) => clockAt(NOW_MS + days * DAY_MS)

/** A data folder with deliveries of these ages, in days before now, as an older program left it. */
const homeWith = async (ages: readonly number[]): Promise<TempHome> => {
  const home = tempHome()
  const store = await openStore({ ...home, ...storeThreads(), onNotice: () => undefined })
  const { id: brandId } = await store.write('brands.insert', newBrand('Acme'))
  const common = {
    event: null,
    slug: null,
    title: null,
    status: 'accepted' as const,
    reason: null,
    path: '/hooks/acme',
  }
  const rest = { ...common, secretUsed: 'current' as const, bytes: 2, headers: [], body: '{}' }
  const deliveries = ages.map((age) => ({ ...rest, brandId, receivedAtMs: NOW_MS - age * DAY_MS }))
  await store.write('deliveries.insert', { deliveries })
  await store.close()
  return home
}

const countIn = (path: string, table: string): number => {
  const db = new Database(path, { readonly: true })
  try {
    return Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
  } finally {
    db.close()
  }
}
const deliveriesIn = ({ coreFile }: TempHome) => countIn(coreFile, 'delivery')

const open = ({ home }: TempHome, clock: Clock) => openTestDesk({ home, clock, isReceiverWanted: true })
/** One start and its end: what is deleted at a start is deleted by then. */
const run = async (home: TempHome, clock: Clock) => (await open(home, clock)).close()

const AGES = [0, 10, 80, 100, 120]

test('a desk whose clock is right deletes rows past their retention, after a backup of that day', async () => {
  const home = await homeWith(AGES)
  await run(home, daysAhead(20))
  expect(deliveriesIn(home)).toBe(2)
  const [backup, ...others] = readdirSync(home.backupsFolder)
  expect([backup, others]).toEqual(['core-2026-12-11T120000.000Z.db', []])
  expect(countIn(`${home.backupsFolder}/${backup}`, 'delivery')).toBe(5)
})

test('a backup is made only before the first deletion of a day', async () => {
  const home = await homeWith([0, 120, 60])
  const desk = await open(home, daysAhead(1))
  await expect.poll(() => deliveriesIn(home)).toBe(2)
  await desk.call('webhooks.configure', { retentionDays: 30 })
  await expect.poll(() => deliveriesIn(home)).toBe(1)
  expect(readdirSync(home.backupsFolder)).toHaveLength(1)
  await desk.call('webhooks.configure', { retentionDays: 20 })
  await desk.close()
  await run(home, daysAhead(25))
  expect([deliveriesIn(home), readdirSync(home.backupsFolder).length]).toEqual([0, 2])
})

test('a clock 400 days ahead of the newest row deletes nothing, start after start', async () => {
  const home = await homeWith(AGES)
  await run(home, daysAhead(400))
  await run(home, daysAhead(401))
  expect(deliveriesIn(home)).toBe(5)
  expect(readdirSync(home.backupsFolder)).toEqual([])
})

test.each([
  ['of the last run', true],
  ['of the newest row', false],
])('a clock 400 days ahead %s deletes nothing, regardless of what is stored meanwhile', async (_what, hasRun) => {
  const home = await homeWith([0])
  if (hasRun) await run(home, daysAhead(0))
  const desk = await open(home, daysAhead(400))
  const { brands } = await desk.call('brands.list', {})
  const input = { brandId: brands[0]?.id ?? '', sessionOnly: true }
  const { secret, url } = await desk.call('webhooks.rotateSecret', input)
  const body = JSON.stringify({ event: 'article.published', article: { title: 'New', slug: 'new' } })
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200)
  await desk.close()
  await run(home, daysAhead(401))
  expect(deliveriesIn(home)).toBe(2)
})

test('a doubtful clock shows a notice, and confirming it resumes the retention', async () => {
  const home = await homeWith(AGES)
  const desk = await open(home, daysAhead(400))
  const doubt = {
    isInDoubt: true,
    now: '2027-12-26T12:00:00.000Z',
    lastRunAt: '2026-11-21T12:00:00.000Z',
    daysAhead: 400,
  }
  expect(await desk.call('desk.clock', {})).toEqual(doubt)
  expect((await desk.call('desk.notices', {})).notices).toMatchObject([
    {
      level: 'warning',
      message: expect.stringContaining('The clock says 2027-12-26, 400 days after the desk last ran.'),
    },
  ])
  const changed = desk.next('desk.clockChanged', ({ isInDoubt }) => !isInDoubt)
  expect(await desk.call('desk.confirmClock', {})).toMatchObject({ isInDoubt: false, daysAhead: 0 })
  await changed
  await expect.poll(() => deliveriesIn(home)).toBe(0)
  expect(readdirSync(home.backupsFolder)).toHaveLength(1)
})

test('a clock that is right again needs no confirmation', async () => {
  const home = await homeWith(AGES)
  await run(home, daysAhead(400))
  await run(home, daysAhead(20))
  expect(deliveriesIn(home)).toBe(2)
})

test('a clock that jumps while the desk runs deletes nothing', async () => {
  const home = await homeWith([0, 10])
  let nowMs = NOW_MS
  const desk = await open(home, { ...systemClock, now: () => nowMs })
  nowMs += 400 * DAY_MS
  await desk.call('webhooks.configure', { retentionDays: 5 })
  expect(await desk.call('desk.clock', {})).toMatchObject({ isInDoubt: true })
  await desk.close()
  expect(deliveriesIn(home)).toBe(2)
})

test('frozen previews and drafts that were queued long ago stay while the clock is in doubt', async () => {
  const home = await homeWith([0])
  const db = new Database(home.coreFile)
  db.prepare("INSERT INTO preview (id, created_at_ms) VALUES ('p1', ?)").run(NOW_MS)
  db.close()
  const options = { home: home.home, isBackgroundSyncWanted: true }
  await (await openTestDesk({ ...options, clock: daysAhead(400) })).close()
  expect(countIn(home.coreFile, 'preview')).toBe(1)
  const desk = await openTestDesk({ ...options, clock: daysAhead(8) })
  await expect.poll(() => countIn(home.coreFile, 'preview')).toBe(0)
  await desk.close()
})

test('a new data folder uses today as its last run', async () => {
  const desk = await open(tempHome(), clockAt(NOW_MS))
  expect(await desk.call('desk.clock', {})).toMatchObject({
    isInDoubt: false,
    daysAhead: 0,
    lastRunAt: new Date(NOW_MS).toISOString(),
  })
})
