// The list of what needs attention, over 200 brands × 1,000 keywords × 50 days whose rankings have a known share of real
// drops, and with a few hundred open ends in the journal: its slowest twentieth against 50 ms.
import { dayNumber, systemClock } from '../../src-main/base/clock.ts'
import { createBrandBook } from '../../src-main/brands/brand-book.ts'
import { saveMoves } from '../../src-main/rankings/queries/rank-moves.ts'
import type { WritableDb } from '../../src-main/store/db.ts'
import { openForWriting } from '../../src-main/store/files.ts'
import { saveFreshness } from '../../src-main/store/freshness.ts'
import { openStore } from '../../src-main/store/open.ts'
import { tables } from '../../src-main/tables.ts'
import { createTodayHandlers } from '../../src-main/today/calls.ts'
import { DATASETS } from '../../src-shared/desk/datasets.ts'
import { DEFAULT_SETTINGS } from '../../src-shared/desk/desk.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/values/slice.ts'
import { knownDaysOf } from '../support/known-drops.ts'
import { type Bench, type BenchRow, judgeAtRest, median } from './bench.ts'
import { dayAt, type FilledCache, fillCache, type Scale, type SeriesOf } from './rank-cache.ts'
import { withSlowness } from './support/slowness.ts'

const SCALE: Scale = { brands: 200, keywords: 1000, days: 50 }
const GOAL_MS = 50
const ROUNDS = 200
/** Noon after the last day of the cache. */
const nowMs = Date.parse(`${dayAt(SCALE.days)}T12:00:00Z`)

const withDrops: SeriesOf = (brand, keyword) =>
  knownDaysOf(
    { seed: 7, firstDay: dayNumber(dayAt(0)), days: SCALE.days, dropAt: SCALE.days - 3 },
    brand * SCALE.keywords + keyword,
  )

const INTENT = `INSERT INTO intent (id, brand_id, kind, state, created_at_ms, is_paused, ended_at_ms, details, skipped, unknown)
  VALUES (?, ?, 'queue', 'partly_done', ?, 0, ?, '{}', ?, ?)`
const ITEM = `INSERT INTO intent_item (intent_no, item, call_no, subject, state, reason, result)
  VALUES (?, ?, 0, ?, ?, 'It has no subject.', '{}')`
const ARTICLE = `INSERT INTO article (brand_id, slug, provider, status, is_scheduled, at_ms, state, created_at_ms)
  VALUES (?, ?, 'ghost', 'publish', 1, ?, ?, ?)`
const BUDGET = 'INSERT INTO credit_budget (brand_id, monthly_budget) VALUES (?, 100)'
const CREDIT = `INSERT INTO credit (brand_id, act, state, at_ms, price, charged, about)
  VALUES (?, 'findPeople', 'settled', ?, 95, 95, 'sites')`
const REMINDER = 'INSERT INTO audit_site (brand_id, remind_every_days, remind_since_ms) VALUES (?, 30, 0)'

const DELIVERY = `INSERT INTO delivery (brand_id, received_at_ms, status, secret_used, bytes, search)
  VALUES (?, ?, ?, 'current', 10, '')`
const VERSION = `INSERT INTO connector_version (brand_id, at_ms, is_by_desk, sync_enabled, permissions, own)
  VALUES (?, ?, 0, 0, ?, '[]')`
const CATALOG = `INSERT INTO connector_catalog (brand_id, asked_at_ms, fetched_at_ms, can_manage, sync_enabled, tools, seen_no, expected)
  VALUES (?, ?, ?, 1, 0, ?, ?, ?)`

const TOOLS = Array.from({ length: 40 }, (_, index) => `tool_${index}`)
const permissionsWith = (first: string) => JSON.stringify(TOOLS.map((tool, at) => [tool, at === 0 ? first : 'deny']))
const CATALOG_TOOLS = JSON.stringify(
  TOOLS.map((name) => ({
    name,
    label: name,
    description: name.repeat(40),
    group: 'write',
    default: 'deny',
    effective: 'deny',
  })),
)

/** Permissions that changed in one brand of ten, webhooks that were rejected in another, a sync that failed in a third. */
const addServiceState = (db: WritableDb, brandIds: readonly string[]): void => {
  const { core } = db
  // Made once: a statement for each of 100,000 rows would stay in memory until the next collection.
  const [addVersion, addCatalog, addDelivery] = [core.prepare(VERSION), core.prepare(CATALOG), core.prepare(DELIVERY)]
  for (const [at, brandId] of brandIds.entries()) {
    const { lastInsertRowid: seen } = addVersion.run(brandId, nowMs, permissionsWith('deny'))
    if (at % 10 === 0) addVersion.run(brandId, nowMs, permissionsWith('allow'))
    addCatalog.run(brandId, nowMs, nowMs, CATALOG_TOOLS, seen, permissionsWith('deny'))
    for (let no = 0; no < 50; no += 1) addDelivery.run(brandId, nowMs - no, at % 10 === 1 ? 'rejected' : 'accepted')
    for (const dataset of DATASETS) {
      const error = at % 10 === 2 ? { kind: 'service' as const, message: 'The service failed.' } : null
      const state = error === null ? 'ok' : 'failed'
      saveFreshness(db, [{ brandId, dataset, state, fetchedAtMs: nowMs, rows: 1, error }])
    }
  }
}

/** Of each brand: 20 actions, one of them with skipped pitches, 30 articles, one overdue, a used budget, a due audit. */
const addOpenEnds = ({ core }: WritableDb, brandIds: readonly string[]): void =>
  core.transaction(() => {
    const [addIntent, addItem, addArticle] = [core.prepare(INTENT), core.prepare(ITEM), core.prepare(ARTICLE)]
    const others = [BUDGET, REMINDER].map((sql) => core.prepare(sql))
    const addCredit = core.prepare(CREDIT)
    for (const [at, brandId] of brandIds.entries()) {
      for (let no = 0; no < 20; no += 1) {
        const skipped = no === 0 ? 20 : 0
        const unknown = no === 1 && at % 20 === 0 ? 1 : 0
        const { lastInsertRowid } = addIntent.run(`i${at}-${no}`, brandId, nowMs, nowMs, skipped, unknown)
        for (let item = 0; item < 40; item += 1) {
          const state = item < skipped ? 'skipped' : item < skipped + unknown ? 'unknown' : 'confirmed'
          addItem.run(lastInsertRowid, item, `p${item}`, state)
        }
      }
      for (let no = 0; no < 30; no += 1)
        addArticle.run(brandId, `article-${no}`, nowMs - 3_600_000, no === 0 ? 'scheduled' : 'published', nowMs)
      for (const other of others) other.run(brandId)
      addCredit.run(brandId, nowMs - 1000)
    }
  })()

/** Everything that the list reads, in a cache of 50 days. */
export const addToday = ({ files, brandIds }: FilledCache): void => {
  const { db } = openForWriting(files, tables)
  for (const brandId of brandIds) saveMoves(db, { brandId, slice: DEFAULT_SLICE })
  addOpenEnds(db, brandIds)
  const add = db.cache.transaction(() => addServiceState(db, brandIds))
  db.core.transaction(() => add())()
  db.cache.pragma('wal_checkpoint(TRUNCATE)')
  db.cache.close()
  db.core.close()
}

const timed = async <Value>(work: () => Promise<Value> | Value): Promise<{ ms: number; value: Value }> => {
  const startedAt = performance.now()
  const value = await work()
  return { ms: performance.now() - startedAt, value }
}

const rowsOf = async (filled: FilledCache): Promise<BenchRow[]> => {
  const store = await openStore({ ...filled.files, onNotice: ({ message }) => console.error(message) })
  try {
    const settings = { profile: () => ({ baseUrl: '' }), onChange: () => undefined }
    const brands = await createBrandBook({ store, emit: () => undefined, settings })
    const clock = { ...systemClock, now: () => nowMs }
    const handlers = createTodayHandlers({
      store,
      clock,
      brands,
      settings: { get: () => DEFAULT_SETTINGS },
      emit: () => undefined,
    })
    const list = () => timed(() => handlers['today.list']({ brandIds: 'all' }))
    const cold = await list()
    const times: number[] = []
    const { value: used, slowness } = await withSlowness(async () => {
      const before = process.cpuUsage()
      for (let round = 0; round < ROUNDS; round += 1) times.push((await list()).ms)
      return process.cpuUsage(before)
    })
    /** Of all threads, a call: what the call takes on a machine at rest. */
    const cpuMs = (used.user + used.system) / 1000 / ROUNDS
    const sorted = times.toSorted((left, right) => left - right)
    const p95Ms = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN
    const { items } = cold.value
    const drops = items.filter(({ kind }) => kind === 'drop').length
    return [
      judgeAtRest({
        name: 'today over 200 brands, p95',
        against: `${GOAL_MS} ms`,
        ratio: p95Ms / GOAL_MS,
        slowness,
        measured: { p95Ms, medianMs: median(times), firstMs: cold.ms, cpuMs, items: items.length, drops },
      }),
    ]
  } finally {
    await store.close()
  }
}

export const todayBench: Bench = {
  name: 'today',
  run: async () => {
    const filled = fillCache(SCALE, withDrops)
    try {
      addToday(filled)
      console.log(`  filled ${SCALE.brands} brands in ${Math.round(filled.filledMs)} ms`)
      return await rowsOf(filled)
    } finally {
      filled.remove()
    }
  },
}
