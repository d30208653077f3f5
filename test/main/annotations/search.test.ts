// A search finds exactly the rows whose text has all of its words, case and accents aside, though SQL compares and not the text.
import fc from 'fast-check'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { listAnnotations } from '../../../src-main/annotations/queries/annotation-list.ts'
import { removeNotes, saveNote } from '../../../src-main/annotations/queries/notes.ts'
import { DAY_MS } from '../../../src-main/base/clock.ts'
import { accentFold } from '../../../src-main/base/text.ts'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { ingestOutbox } from '../../../src-main/pitches/queries/outbox-rows.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { loadReplySchemas } from '../../../src-main/store/parse-reply.ts'
import { tables } from '../../../src-main/tables.ts'
import { type CallInput, calls } from '../../../src-shared/desk/contract.ts'
import { ANNOTATION_KINDS } from '../../../src-shared/desk/values/annotation-kinds.ts'
import { plansOf } from '../../support/query-plans.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand } from '../../support/temp-store.ts'

beforeAll(loadReplySchemas)

const NOW_MS = Date.parse('2026-11-20T12:00:00Z')

const openDb = () => {
  const { db } = openForWriting(tempHome(), tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  return db
}

const list = (db: WritableDb, input: CallInput<'annotations.list'>) =>
  listAnnotations(db, { ...calls['annotations.list'].input.parse(input), pages: null })
const textsOf = (db: WritableDb, search: string) => list(db, { search }).rows.map(({ text }) => text)

/** What people and services write: letters of several scripts, signs of SQL and of our own sentences. */
const PIECES = [
  'Éclair',
  'cafe\u0301',
  'STRASSE',
  'straße',
  'ΟΔΟΣ',
  'हिन्दी',
  "o'clock",
  '“x”',
  '100%',
  '_',
  ', by',
  'a.b:',
  '\u0000',
  '😀',
]
const textArbitrary = fc
  .array(fc.constantFrom(...PIECES, 'webhook', 'service', 'guide', '7', '-'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''))
const scoreArbitrary = fc.constantFrom(null, 0, 7, 70, 70.5, 99.25, 100)
const rowArbitrary = fc.record({ text: textArbitrary, bit: fc.nat({ max: 1 }), score: scoreArbitrary })

const NOTHING = { untilDay: null, keyword: null, page: null }

const INSERTS = [
  `INSERT INTO article (brand_id, slug, provider, status, is_scheduled, at_ms, state, created_at_ms, delivery_id)
    VALUES (@brandId, @text, 'ghost', 'publish', @bit, @atMs, 'published', @atMs, iif(@odd, @id, NULL))`,
  `INSERT INTO audit (brand_id, url, at_ms, state, overall_score, folded)
    VALUES (@brandId, @text, @atMs, 'done', @score, '')`,
  `INSERT INTO intent (no, id, brand_id, kind, state, created_at_ms, is_paused, ended_at_ms, details)
    VALUES (@at + 1, @id, @brandId, 'unpublish', 'confirmed', @atMs, 0, @atMs, '{}')`,
  `INSERT INTO intent_item (intent_no, item, call_no, subject, state, result)
    VALUES (@at + 1, 0, 0, @text, 'confirmed', '{}')`,
  `INSERT INTO connector_version (brand_id, at_ms, is_by_desk, sync_enabled, permissions, own)
    VALUES (@brandId, @atMs, @bit, 0, json_array(json_array('read', 'allow'), json_array('t', iif(@bit, 'allow', 'deny'))), '[]')`,
  `INSERT INTO visibility_version (brand_id, at_ms, is_by_desk, models, interval_days)
    VALUES (@brandId, @atMs, 0, json_array(json_array('m', @text, @bit)), @bit + 1)`,
]

const fill = (db: WritableDb) => {
  const { id: brandId } = insertBrand(db, newBrand('One'))
  const rows = fc.sample(rowArbitrary, { seed: 11, numRuns: 120 })
  for (const [at, { text, bit, score }] of rows.entries()) {
    const atMs = NOW_MS - at * 3_600_000
    const values = { id: `row-${at}`, brandId, atMs, at, text, bit, score, odd: at % 3 === 0 ? 1 : 0 }
    for (const sql of INSERTS) db.core.prepare(sql).run(values)
    const note = { ...NOTHING, day: '2026-11-20', text, keyword: at % 2 === 0 ? 'Crème brûlée' : null }
    saveNote(db, { ...note, noteId: `n${at}`, brandIds: at % 4 === 0 ? 'all' : [brandId], atMs })
  }
  const items = rows.map(({ text, bit }, at) => ({
    conversationId: `c${at}`,
    prospectEmailId: `p${at}`,
    subject: at % 7 === 0 ? null : text,
    status: 'replied',
    sentAt: new Date(NOW_MS - at * 3_600_000).toISOString(),
    ...(bit === 0 ? { repliedAt: new Date(NOW_MS).toISOString() } : {}),
  }))
  const unreplied = items.map(({ repliedAt: _, ...item }) => ({ ...item, status: 'sent' }))
  for (const [at, listed] of [unreplied, items].entries()) {
    const body = new TextEncoder().encode(JSON.stringify({ items: listed })).buffer
    ingestOutbox(db, { brandId, batch: at + 1, fetchedAtMs: NOW_MS, body })
  }
  return brandId
}

/** Parts of the texts themselves, and words that few or none has. */
const wordsIn = (texts: readonly string[]) =>
  fc.oneof(
    fc
      .record({ text: fc.constantFrom(...texts), from: fc.nat({ max: 60 }), length: fc.integer({ min: 1, max: 12 }) })
      .map(({ text, from, length }) => text.slice(from, from + length)),
    fc.constantFrom(
      'no score',
      '+',
      '−7',
      'vs',
      'previous',
      '70',
      '.5',
      'webhook',
      'service',
      ',',
      '“',
      '”',
      ':',
      "'",
      '%',
      '\u0301',
      'zzz',
    ),
  )

test('a search finds the rows that have each of its words, of every kind, case and accents aside', () => {
  const db = openDb()
  fill(db)
  const every = ANNOTATION_KINDS.flatMap((kind) => list(db, { kinds: [kind], limit: 500 }).rows)
  expect(new Set(every.map(({ kind }) => kind))).toEqual(new Set(ANNOTATION_KINDS))
  const folded = every.map((row) => {
    const beside = row.kind === 'note' ? [row.text, row.keyword ?? ''] : [row.text]
    return { id: row.id, text: accentFold(beside.join('\n')) }
  })
  let found = 0
  fc.assert(
    fc.property(fc.array(wordsIn(every.map(({ text }) => text)), { minLength: 1, maxLength: 3 }), (words) => {
      const search = words.join(' ')
      const asked = accentFold(search)
        .split(/\s+/)
        .filter((word) => word !== '')
      const wanted = folded.filter(({ text }) => asked.every((word) => text.includes(word))).map(({ id }) => id)
      const rows = [0, 500].flatMap((offset) => list(db, { search, limit: 500, offset }).rows)
      expect(rows.map(({ id }) => id).toSorted()).toEqual(wanted.toSorted())
      expect(list(db, { search, limit: 1 }).total).toBe(wanted.length)
      found += wanted.length
    }),
    { numRuns: 120, seed: 3 },
  )
  expect(found).toBeGreaterThan(500)
})

test('a search among what concerns a keyword finds all that it finds without one', () => {
  const db = openDb()
  const brandId = fill(db)
  const found = (more: { readonly keyword?: string }) =>
    list(db, { brandIds: [brandId], search: 'guide', kinds: ['model'], limit: 500, ...more }).rows.map(({ id }) => id)
  expect(found({}).length).toBeGreaterThan(1)
  expect(found({ keyword: 'tea' })).toEqual(found({}))
})

test('an empty search lists all, one letter is a search, and nothing in it is a wildcard', () => {
  const db = openDb()
  const { id: brandId } = insertBrand(db, newBrand('One'))
  const save = (noteId: string, text: string) =>
    saveNote(db, { ...NOTHING, day: '2026-11-20', noteId, text, brandIds: [brandId], atMs: NOW_MS })
  save('1', 'É')
  save('2', '100% of it')
  expect(list(db, { search: '' }).total).toBe(2)
  expect(list(db, { search: ' \u0301 ' }).total).toBe(2)
  expect(textsOf(db, 'e')).toEqual(['É'])
  expect(textsOf(db, 'É')).toEqual(['É'])
  expect(textsOf(db, '0% o')).toEqual(['100% of it'])
  for (const hostile of ["' OR 1=1 --", '"', '%', '_', '*', 'a'.repeat(200), '\ud800']) {
    const { rows, total } = list(db, { search: hostile })
    expect(
      rows.every(({ text }) => hostile === '%' && text.includes('%')),
      hostile,
    ).toBe(true)
    expect(total).toBe(rows.length)
  }
})

test('a note is found once it is written, under its new words alone once it is changed, and not once it is removed', () => {
  const db = openDb()
  const note = { ...NOTHING, day: '2026-11-20', brandIds: 'all' as const, atMs: NOW_MS }
  saveNote(db, { ...note, noteId: '1', text: 'Relaunch of the shop' })
  insertBrand(db, newBrand('Added later'))
  expect(textsOf(db, 'launch')).toEqual(['Relaunch of the shop'])
  saveNote(db, { ...note, id: '1', noteId: '2', text: 'Migration of the shop' })
  expect(textsOf(db, 'launch')).toEqual([])
  expect(textsOf(db, 'grat SHOP')).toEqual(['Migration of the shop'])
  removeNotes(db, { ids: ['2'] })
  expect(list(db, { search: 'shop' }).total).toBe(0)
})

test('a note is kept without accents, and one of an earlier program, which kept them, is found by the same words', () => {
  const db = openDb()
  const note = { ...NOTHING, brandIds: 'all' as const, day: '2026-11-20', atMs: NOW_MS }
  saveNote(db, { ...note, noteId: '1', text: 'Übergang der Straße' })
  expect(db.core.prepare('SELECT folded FROM annotation').pluck().get()).toBe('ubergang der strasse')
  saveNote(db, { ...note, noteId: '2', text: 'Überfahrt' })
  db.core.prepare("UPDATE annotation SET folded = 'überfahrt' WHERE note_id = '2'").run()
  expect(textsOf(db, 'uber').toSorted()).toEqual(['Überfahrt', 'Übergang der Straße'])
  expect(textsOf(db, 'ÜBERF')).toEqual(['Überfahrt'])
})

test('where more notes have a word than are looked at first, the newest are listed', () => {
  const db = openDb()
  const note = { ...NOTHING, brandIds: 'all' as const, text: 'Relaunch' }
  const days = Array.from({ length: 600 }, (_, at) => new Date(NOW_MS - ((at * 7) % 600) * DAY_MS).toISOString())
  db.core.transaction(() => {
    for (const [at, day] of days.entries())
      saveNote(db, { ...note, noteId: `n${at}`, day: day.slice(0, 10), atMs: NOW_MS })
  })()
  const { rows, total } = list(db, { search: 'launch', limit: 3 })
  expect(rows.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-19', '2026-11-18'])
  expect(total).toBe(600)
})

test('a word of our own sentences is found without a look at any row', () => {
  const db = openDb()
  const plans = plansOf(db.core, () => void list(db, { search: 'published confirmed', kinds: ['published'] }))
  expect(plans).not.toHaveLength(0)
  for (const { sql } of plans) expect(sql).not.toContain('instr')
})
