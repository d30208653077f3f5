import { expect, test } from 'vitest'
import { silentLog } from '../../../src-main/base/log.ts'
import { createPaceNotes } from '../../../src-main/pitches/kinds.ts'
import { testAlone } from '../../support/team-engine.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const openOutbox = async () => {
  const { store } = await tempStore()
  const addBrand = async (name: string, items: readonly object[]) => {
    const { id: brandId } = await store.write('brands.insert', newBrand(name, { teamId: name }))
    const bytes = new TextEncoder().encode(JSON.stringify({ items }))
    await store.write('outbox.ingest', { brandId, batch: 1, body: bytes.buffer, fetchedAtMs: 1 })
    return brandId
  }
  const brandId = await addBrand('Acme', queued(2))
  const page = (nowMs = 0) => {
    const sort = [{ by: 'scheduledAt' as const, direction: 'asc' as const }]
    return store.read('outbox.page', { brandIds: 'all', filter: {}, sort, limit: 50, nowMs })
  }
  const times = async (nowMs?: number) => (await page(nowMs)).rows.map(({ estimatedAt }) => estimatedAt)
  return { store, addBrand, brandId, page, times }
}

const queued = (count: number, more = {}) =>
  Array.from({ length: count }, (_, no) => ({
    ...{ conversationId: `c${no}`, prospectEmailId: `p${no}`, subject: 'S', status: 'queued' },
    ...more,
  }))

// PostgreSQL refuses this number (test/main/store/team/column-checks.test.ts).
testAlone('a spacing beyond the last date leaves the time of a pitch open', async () => {
  const { store, brandId, times } = await openOutbox()
  await store.write('outreach.savePace', { brandId, spacingMs: 1e17, atMs: 1 })
  expect(await times()).toEqual(['1970-01-01T00:00:00.001Z', null])
})

test('an invalid spacing between two pitches is not stored', async () => {
  const { store, brandId, times } = await openOutbox()
  let last = Promise.resolve()
  const write: typeof store.write = (...args) => {
    const written = store.write(...args)
    last = written.then(() => undefined)
    return written
  }
  const pace = createPaceNotes({ store: { write }, nowMs: () => 1_000, log: silentLog })
  for (const spacingMs of [1e17, -5, Number.NaN, 31 * 86_400_000]) pace.note(brandId, spacingMs)
  await last
  expect(await times()).toEqual([null, null])
  pace.note(brandId, 60_000)
  await last
  expect(await times()).toEqual(['1970-01-01T00:00:01.000Z', '1970-01-01T00:01:01.000Z'])
})

test('an estimate that is over says nothing about a pitch that still waits', async () => {
  const { store, brandId, page, times } = await openOutbox()
  await store.write('outreach.savePace', { brandId, spacingMs: 60_000, atMs: 1_000 })
  expect(await times(1_000)).toEqual(['1970-01-01T00:00:01.000Z', '1970-01-01T00:01:01.000Z'])
  expect(await times(1_001)).toEqual([null, '1970-01-01T00:01:01.000Z'])
  expect(await times(61_001)).toEqual([null, null])
  expect((await page(61_001)).lastQueued).toBeNull()
})

test('the last queued pitch is that of all brands, however many are queued', async () => {
  const { store, addBrand, brandId, page } = await openOutbox()
  expect(await page()).toMatchObject({ waiting: 2, lastQueued: null })
  const scheduledAt = '1970-01-01T01:00:00.000Z'
  await addBrand('Planned', queued(3, { scheduledAt }))
  await addBrand('Sent', queued(1, { status: 'sent', sentAt: '1980-01-01T00:00:00.000Z' }))
  // Nobody knows when those of the first brand are sent.
  expect(await page()).toMatchObject({ waiting: 5, lastQueued: null })
  await store.write('outreach.savePace', { brandId, spacingMs: 60_000, atMs: 0 })
  expect(await page()).toMatchObject({ waiting: 5, lastQueued: { at: scheduledAt, isEstimated: false } })
  expect(await page(Date.parse(scheduledAt) + 1)).toMatchObject({ waiting: 5, lastQueued: null })
  const many = await addBrand('Many', queued(1_200))
  await store.write('outreach.savePace', { brandId: many, spacingMs: 60_000, atMs: 0 })
  const last = '1970-01-01T19:59:00.000Z'
  expect(await page()).toMatchObject({ waiting: 1_205, lastQueued: { at: last, isEstimated: true } })
})
