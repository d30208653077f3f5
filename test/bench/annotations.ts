// Notes and what happened over 200 brands: the first page, the chart of one brand, a search and a change, on a desk with
// many thousands of them against one with a tenth.

import { createAnnotationHandlers } from '../../src-main/annotations/calls.ts'
import { DAY_MS, systemClock } from '../../src-main/base/clock.ts'
import { accentFold } from '../../src-main/base/text.ts'
import { createBrandBook } from '../../src-main/brands/brand-book.ts'
import { ingestOutbox } from '../../src-main/pitches/queries/outbox-rows.ts'
import type { WritableDb } from '../../src-main/store/db.ts'
import { openForWriting } from '../../src-main/store/files.ts'
import { openStore } from '../../src-main/store/open.ts'
import { tables } from '../../src-main/tables.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { calls } from '../../src-shared/desk/contract.ts'
import { type Bench, type BenchRow, interleave, judge, judgeAtRest } from './bench.ts'
import { type FilledCache, fillCache } from './rank-cache.ts'
import { withSlowness } from './support/slowness.ts'

const BRANDS = 200
const SCALE = { brands: BRANDS, keywords: 5, days: 2 }
/** Of each brand, every second of which writes with accents: notes, articles, unpublished ones, audits, replies; a tenth as many versions of each kind. */
const LARGE = 100
const SMALL = 10
const NOW_MS = Date.parse('2026-11-20T12:00:00Z')
const ROUNDS = 60
const BUDGET_MS = 5000

const NOTE = `INSERT INTO annotation (id, note_id, brand_id, day, until_day, text, folded, created_at_ms)
  VALUES (@id, @id, @brandId, @day, @day, @text, @folded, @atMs)`
const ARTICLE = `INSERT INTO article (brand_id, slug, provider, status, is_scheduled, at_ms, state, created_at_ms)
  VALUES (@brandId, @id, 'ghost', 'publish', @odd, @atMs, 'published', @atMs)`
const INTENT = `INSERT INTO intent (id, brand_id, kind, state, created_at_ms, is_paused, ended_at_ms, details)
  VALUES (@id, @brandId, 'unpublish', 'confirmed', @atMs, 0, @atMs, '{"provider":"ghost"}')`
const ITEM = `INSERT INTO intent_item (intent_no, item, call_no, subject, state, result)
  VALUES (@intentNo, 0, 0, @id, 'confirmed', '{}')`
const AUDIT = `INSERT INTO audit (brand_id, url, at_ms, state, overall_score, folded)
  VALUES (@brandId, @url, @atMs, 'done', 70, '')`
const PERMISSIONS = `INSERT INTO connector_version (brand_id, at_ms, is_by_desk, sync_enabled, permissions, own)
  VALUES (@brandId, @atMs, 0, 0, @permissions, '[]')`
const VISIBILITY = `INSERT INTO visibility_version (brand_id, at_ms, is_by_desk, models, interval_days)
  VALUES (@brandId, @atMs, 0, @models, @days)`

const TOOLS = Array.from({ length: 40 }, (_, index) => `tool_number_${index}`)
const permissionsAt = (version: number) =>
  JSON.stringify(TOOLS.map((tool, at) => [tool, at === version % 40 ? 'allow' : 'deny']))
const modelsAt = (version: number) =>
  JSON.stringify(['a', 'b', 'c', 'd', 'e', 'f'].map((id, at) => [id, `Model ${id}`, at === version % 6 ? 1 : 0]))

/** As the outbox is ingested. */
const addReplies = (db: WritableDb, { brandId, at, count }: { brandId: string; at: number; count: number }): void => {
  const items = Array.from({ length: count }, (_, row) => ({
    conversationId: `c${row}`,
    prospectEmailId: `p${row}`,
    subject: `${at % 2 === 0 ? 'Pitch' : 'Café à'} ${row}`,
    status: row % 2 === 0 ? 'replied' : 'sent',
    sentAt: new Date(NOW_MS - row * DAY_MS).toISOString(),
  }))
  const body = new TextEncoder().encode(JSON.stringify({ items })).buffer
  ingestOutbox(db, { brandId, batch: 1, body, fetchedAtMs: NOW_MS })
}

const fillBrandRows = (
  db: WritableDb,
  { brandId, at, count }: { brandId: string; at: number; count: number },
): void => {
  const { core } = db
  for (let row = 0; row < count; row += 1) {
    const atMs = NOW_MS - row * 3 * DAY_MS - at * 60_000
    const text = `${at % 2 === 0 ? 'relaunch' : 'Relaünch'} ${at} of the shop ${row}`
    const folded = accentFold(text)
    const [slug, page] = at % 2 === 0 ? ['cafe', 'menu'] : ['café-à', 'menü']
    const id = `${slug}-${at}-${row}`
    const url = `https://a.example/${page}/${row}`
    const values = { id, url, brandId, atMs, day: Math.floor(atMs / DAY_MS), text, folded, odd: row % 2 }
    core.prepare(NOTE).run(values)
    core.prepare(ARTICLE).run(values)
    const { lastInsertRowid: intentNo } = core.prepare(INTENT).run(values)
    core.prepare(ITEM).run({ ...values, intentNo })
    core.prepare(AUDIT).run(values)
  }
  for (let version = count / 5; version > 0; version -= 1) {
    const values = { brandId, atMs: NOW_MS - version * DAY_MS - at * 60_000, days: version % 2 === 0 ? 7 : 3 }
    core.prepare(PERMISSIONS).run({ ...values, permissions: permissionsAt(version) })
    core.prepare(VISIBILITY).run({ ...values, models: modelsAt(version) })
  }
  addReplies(db, { brandId, at, count })
}

const fill = (count: number): FilledCache => {
  const filled = fillCache(SCALE)
  const { db } = openForWriting(filled.files, tables)
  db.core.transaction(() =>
    db.cache.transaction(() => {
      for (const [at, brandId] of filled.brandIds.entries()) fillBrandRows(db, { brandId, at, count })
    })(),
  )()
  db.core.close()
  db.cache.close()
  return filled
}

const open = async (filled: FilledCache) => {
  const store = await openStore({ ...filled.files, onNotice: ({ message }) => console.error(message) })
  const settings = { profile: () => ({ baseUrl: '' }), onChange: () => undefined }
  const brands = await createBrandBook({ store, emit: () => undefined, settings })
  const clock = { ...systemClock, now: () => NOW_MS }
  const handlers = createAnnotationHandlers({ store, clock, brands, emit: () => undefined })
  const list = async (input: CallInput<'annotations.list'>) =>
    handlers['annotations.list'](calls['annotations.list'].input.parse(input))
  return { filled, store, list, handlers }
}
type Desk = Awaited<ReturnType<typeof open>>

const change = ({ handlers, filled }: Desk) =>
  handlers['annotations.save']({
    day: '2026-11-20',
    untilDay: null,
    brandIds: [filled.brandIds[0] ?? ''],
    keyword: null,
    page: null,
    text: 'a change',
  })

type Case = { readonly atMost: number; readonly run: (desk: Desk, round: number) => Promise<unknown> }

/** A search goes over all rows, as a jump reads those before it; a change has the total counted again. */
const cases: Readonly<Record<string, Case>> = {
  'first page over all brands': { atMost: 2, run: ({ list }) => list({ limit: 50 }) },
  'first page after a change': {
    atMost: 5,
    run: async (desk) => {
      await change(desk)
      return desk.list({ limit: 50 })
    },
  },
  'chart of one brand': {
    atMost: 5,
    run: ({ list, filled }) =>
      list({ brandIds: [filled.brandIds[7] ?? ''], from: '2026-10-20', to: '2026-11-20', limit: 500 }),
  },
  'jump to page 100 of all brands': { atMost: 10, run: ({ list }) => list({ limit: 50, offset: 5000 }) },
  'search over all brands': {
    atMost: 15,
    run: ({ list }, round) => list({ limit: 50, search: `${SEARCHES[(round + 1) % SEARCHES.length]} ${round + 2}` }),
  },
}

/** Each search is another one, as while a person types: of notes, of articles, of audits, of nothing. */
const SEARCHES = ['shop relaunch', 'confirmed', 'score', 'nowhere']
const SEARCH_MS = 50

const rowsOf = async (large: Desk, small: Desk): Promise<BenchRow[]> => {
  const startedAt = performance.now()
  const { total } = await large.list({ limit: 50 })
  const firstMs = performance.now() - startedAt
  const rows: BenchRow[] = []
  for (const [name, { run, atMost }] of Object.entries(cases)) {
    const { value: ms, slowness } = await withSlowness(() =>
      interleave(
        { rounds: ROUNDS, budgetMs: BUDGET_MS },
        { large: (round) => run(large, round), small: (round) => run(small, round) },
      ),
    )
    const measured = { largeMs: ms.large, smallMs: ms.small, rows: total, firstAfterStartMs: firstMs }
    rows.push(judge({ name, against: 'a tenth of the rows', ratio: ms.large / ms.small, atMost, measured }))
    if (name.startsWith('search'))
      rows.push(judgeAtRest({ name, against: `${SEARCH_MS} ms`, ratio: ms.large / SEARCH_MS, slowness, measured }))
  }
  return rows
}

export const annotationsBench: Bench = {
  name: 'annotations',
  run: async () => {
    const filled: FilledCache[] = []
    const desks: Desk[] = []
    try {
      for (const count of [SMALL, LARGE]) {
        const one = fill(count)
        filled.push(one)
        desks.push(await open(one))
      }
      const [small, large] = desks
      return small === undefined || large === undefined ? [] : await rowsOf(large, small)
    } finally {
      for (const { store } of desks) await store.close()
      for (const { remove } of filled) remove()
    }
  },
}
