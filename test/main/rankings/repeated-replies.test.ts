// A reply that is the one its rows came from is not stored again; whatever differs is.
import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ingestDay } from '../../../src-main/rankings/queries/ingest/day.ts'
import { ingestWindow } from '../../../src-main/rankings/queries/ingest/window.ts'
import { pruneDays } from '../../../src-main/rankings/queries/rank-days.ts'
import { saveMoves, staleMoves } from '../../../src-main/rankings/queries/rank-moves.ts'
import { rankTotals } from '../../../src-main/rankings/queries/rank-totals.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { addBrand, type Item, queryOf, rankDb, rankPage, windowBody } from './rank-db.ts'

const HOUR_MS = 3_600_000
const FIRST_MS = Date.UTC(2026, 2, 3, 9)
const DAY = '2026-03-02'
const ITEMS: readonly Item[] = Array.from({ length: 50 }, (_, n) => ({
  keyword: `keyword ${n}`,
  position: n + 1,
  rankedPages: [{ page: `/${n}`, clicks: 1, impressions: 2, ctr: 0.5 }],
}))

const setUp = () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  let hour = 0
  const args = (more: object = {}) => {
    hour += 1
    const place = { brandId, slice: DEFAULT_SLICE, batch: hour, fetchedAtMs: FIRST_MS + hour * HOUR_MS }
    const reply = { ...place, body: windowBody(ITEMS), ...more }
    return { ...reply, digest: hash('sha256', new Uint8Array(reply.body), 'base64') }
  }
  return {
    db,
    brandId,
    window: (more?: object) => ingestWindow(db, args(more)),
    day: (more?: object) => ingestDay(db, { ...args(more), day: DAY }),
    nowMs: () => FIRST_MS + hour * HOUR_MS,
    shown: (more = {}) => rankPage(db, queryOf({ brandIds: [brandId], ...more })),
  }
}

const rowsWritten = ({ cache }: WritableDb, work: () => unknown): number => {
  const total = () => cache.prepare('SELECT total_changes()').pluck().get() as number // a count
  const before = total()
  work()
  return total() - before
}

test.each(['window', 'day'] as const)('a %s read again as it was takes its new time and writes no row', (kind) => {
  const { db, shown, nowMs, ...ingest } = setUp()
  for (let n = 0; n < 2; n += 1) expect(ingest[kind]()).toEqual({ rows: 50, nextCursor: null })
  const query = kind === 'day' ? { day: DAY } : {}
  const { rows } = shown(query)
  expect(rowsWritten(db, () => expect(ingest[kind]()).toEqual({ rows: 50, nextCursor: null }))).toBeLessThan(5)
  expect(shown(query)).toMatchObject({ rows, freshAsOfMs: nowMs() })
})

test('the window ends on another day, when the same reply comes for a later period', () => {
  const { db, brandId, window } = setUp()
  const endOf = () => rankTotals(db, { brandIds: [brandId], slice: DEFAULT_SLICE, filter: {} }).period?.to
  for (const lastDay of ['2026-03-01', '2026-03-01', '2026-03-02']) {
    window({ lastDay })
    expect(endOf()).toBe(lastDay)
  }
  // Of a colleague's desk of an earlier release.
  window()
  expect(endOf()).toBe('2026-03-03')
})

test('other figures are stored, and the earlier ones again, when the replies alternate', () => {
  const { window, shown } = setUp()
  const other = windowBody([{ keyword: 'other', position: 7 }])
  for (const body of [windowBody(ITEMS), windowBody(ITEMS), other.slice(), windowBody(ITEMS), other.slice()]) {
    window({ body })
    expect(shown().total).toBe(body.byteLength === other.byteLength ? 1 : 50)
  }
})

test('the same bytes are stored under other names, when the names of the fields changed', () => {
  const { window, shown } = setUp()
  const body = () => windowBody([{ keyword: 'a', clicks: 5, impressions: 9 }])
  for (let n = 0; n < 3; n += 1) window({ body: body() })
  window({ body: body(), fields: { 'items[].clicks': 'items[].impressions', 'items[].impressions': 'items[].clicks' } })
  expect(shown().rows).toMatchObject([{ keyword: 'a', clicks: 9, impressions: 5 }])
})

test('a last page is stored with its first, when it equals an earlier whole reply', () => {
  const { window, shown } = setUp()
  for (let n = 0; n < 3; n += 1) window()
  expect(window({ body: windowBody([{ keyword: 'first page' }], 'next'), batch: 99 })).toMatchObject({
    nextCursor: 'next',
  })
  window({ batch: 99 })
  expect(shown().total).toBe(51)
})

test('a day that was deleted is stored again, when the same reply comes', () => {
  const { db, day, shown } = setUp()
  for (let n = 0; n < 3; n += 1) day()
  pruneDays(db, { before: '2026-03-03' })
  day()
  expect(shown({ day: DAY }).total).toBe(50)
})

test('a reply of a removed brand is refused, though it is the one that was stored', () => {
  const { db, window, brandId } = setUp()
  for (let n = 0; n < 3; n += 1) window()
  db.core.prepare('DELETE FROM brand WHERE id = ?').run(brandId)
  expect(() => window()).toThrow(expect.objectContaining({ kind: 'not-found' }))
})

test('real moves are not worked out again, when a whole day is read as it was', () => {
  const { db, day, brandId } = setUp()
  const scope = { brandIds: [brandId], slice: DEFAULT_SLICE }
  for (let n = 0; n < 2; n += 1) day()
  expect(staleMoves(db, scope)).toEqual([brandId])
  saveMoves(db, { brandId, slice: DEFAULT_SLICE })
  day()
  expect(staleMoves(db, scope)).toEqual([])
  day({ body: windowBody([{ keyword: 'other' }]) })
  expect(staleMoves(db, scope)).toEqual([brandId])
})
