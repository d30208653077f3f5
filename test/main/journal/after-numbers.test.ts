// A data folder of an older version: pitches that were queued and previews that were frozen before pitches named others.
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../../../src-main/store/migrate.ts'
import { tables } from '../../../src-main/tables.ts'

const STEPS = tables.migrations.core
const BEFORE = STEPS.findIndex(({ name }) => name === 'after-numbers')

test('a preview that is there knows the newest pitch of its brand to each contact, after an update', () => {
  const db = new Database(':memory:')
  migrate(db, STEPS.slice(0, BEFORE))
  const intent = db.prepare(`INSERT INTO intent (no, id, brand_id, kind, state, created_at_ms, is_paused, details)
    VALUES (?, ?, ?, ?, 'confirmed', 1, 0, '{}')`)
  const item = db.prepare(`INSERT INTO intent_item (intent_no, item, call_no, subject, state, result, contact_id)
    VALUES (?, 0, 0, 'x', 'confirmed', '{}', ?)`)
  const pitches = [
    { no: 1, brand: 'acme', kind: 'queue', contact: 'c1' },
    { no: 2, brand: 'acme', kind: 'queue', contact: 'c1' },
    { no: 3, brand: 'bolt', kind: 'queue', contact: 'c1' },
    { no: 4, brand: 'acme', kind: 'unqueue', contact: 'c1' },
  ]
  for (const { no, brand, kind, contact } of pitches) {
    intent.run(no, `i${no}`, brand, kind)
    item.run(no, contact)
  }
  db.exec(`INSERT INTO preview (no, id, created_at_ms, completed_at_ms) VALUES (1, 'p', 1, 1);
    INSERT INTO preview_row (preview_no, brand_id, contact_id, subject, body, subject_characters, body_characters, blockers,
      warnings, is_blocked, is_warned)
    SELECT 1, 'acme', value, 's', 'b', 1, 1, '[]', '[]', 0, 0 FROM json_each('["c1", "c2"]')`)
  migrate(db, STEPS)
  const known = db.prepare('SELECT contact_id, after_no FROM preview_row ORDER BY no').raw().all()
  expect(known).toEqual([
    ['c1', 2],
    ['c2', null],
  ])
  expect(db.prepare('SELECT DISTINCT after_no FROM intent_item').pluck().all()).toEqual([null])
})
