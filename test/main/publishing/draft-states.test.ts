// What older versions kept as published, and was none.
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../src-main/store/migrate.ts'
import { tables } from '../../../src-main/tables.ts'

const BEFORE = 48

type Row = {
  slug: string
  provider?: string
  status?: string
  scheduled?: 1
  at?: number
  confirmed?: number
  reply?: string
  state?: string
}

test('drafts, and schedules that a delivery of another platform confirmed, are set right in an older core.db', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(db, tables.migrations.core.slice(0, BEFORE))
  db.pragma('foreign_keys = OFF')
  const insert =
    db.prepare(`INSERT INTO article (brand_id, slug, provider, status, is_scheduled, at_ms, state, intent_no, item,
    created_at_ms, delivery_id, confirmed_at_ms) VALUES ('b', ?, ?, ?, ?, ?, ?, ?, 0, 1, ?, ?)`)
  const item = db.prepare(
    `INSERT INTO intent_item (intent_no, item, call_no, subject, state, result) VALUES (?, 0, 0, ?, 'confirmed', ?)`,
  )
  const rows: Row[] = [
    { slug: 'asked as a draft', status: 'draft' },
    { slug: 'draft that a delivery confirmed', status: 'draft', confirmed: 5 },
    { slug: 'draft by its reply', reply: '{"status":" Draft"}' },
    { slug: 'out', reply: '{"status":"publish"}' },
    { slug: 'out by webhook', provider: 'webhook', confirmed: 5 },
    { slug: 'schedule confirmed before its time', scheduled: 1, at: 9, confirmed: 5 },
    { slug: 'schedule confirmed after its time', scheduled: 1, at: 2, confirmed: 5 },
    { slug: 'schedule on webhook, before its time', provider: 'webhook', scheduled: 1, at: 9, confirmed: 5 },
    { slug: 'draft that failed', status: 'draft', state: 'failed' },
  ]
  for (const [at, row] of rows.entries()) {
    const { slug, provider = 'ghost', status = 'publish', confirmed = null, state = 'published', reply = '{}' } = row
    insert.run(
      slug,
      provider,
      status,
      row.scheduled ?? 0,
      row.at ?? 1,
      state,
      at,
      confirmed === null ? null : 'd1',
      confirmed,
    )
    item.run(at, slug, reply)
  }
  migrate(db, tables.migrations.core)
  const read = db.prepare(
    'SELECT slug, status, state, delivery_id AS delivery, confirmed_at_ms AS atMs FROM article ORDER BY no',
  )
  expect(read.raw().all()).toEqual([
    ['asked as a draft', 'draft', 'draft', null, null],
    ['draft that a delivery confirmed', 'draft', 'draft', null, null],
    ['draft by its reply', 'draft', 'draft', null, null],
    ['out', 'publish', 'published', null, null],
    ['out by webhook', 'publish', 'published', 'd1', 5],
    ['schedule confirmed before its time', 'publish', 'scheduled', null, null],
    ['schedule confirmed after its time', 'publish', 'published', 'd1', 5],
    ['schedule on webhook, before its time', 'publish', 'published', 'd1', 5],
    ['draft that failed', 'draft', 'failed', null, null],
  ])
})
