// Notes and events of all kinds as one list: its pages are the whole list cut into parts, also where many rows have the same
// instant, and no page over all brands reads more rows of a kind than it shows.
import fc from 'fast-check'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { listAnnotations } from '../../../src-main/annotations/queries/annotation-list.ts'
import { EVENTS } from '../../../src-main/annotations/queries/events.ts'
import { newestNotes, saveNote } from '../../../src-main/annotations/queries/notes.ts'
import { DAY_MS, toDay } from '../../../src-main/base/clock.ts'
import { isSlugInPage } from '../../../src-main/base/page-slugs.ts'
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

const everyPage = (db: WritableDb, input: CallInput<'annotations.list'>) => {
  const first = list(db, input)
  const pages = [first.rows]
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const page = list(db, { ...input, cursor })
    pages.push(page.rows)
    if (pages.length > 1000) throw new Error('The pages do not end.')
    cursor = page.nextCursor
  }
  return { rows: pages.flat(), total: first.total }
}

const KINDS = ANNOTATION_KINDS.filter((kind) => kind !== 'reply')
/** Few instants, so that many rows share one. */
const rowArbitrary = fc.record({
  kind: fc.constantFrom(...KINDS),
  brand: fc.nat({ max: 3 }),
  hours: fc.nat({ max: 60 }),
  isOfSeveral: fc.boolean(),
})

const INSERTS = {
  published: `INSERT INTO article (brand_id, slug, provider, status, is_scheduled, at_ms, state, created_at_ms)
    VALUES (@brandId, @id, 'ghost', 'publish', 0, @atMs, 'published', @atMs)`,
  scheduled: `INSERT INTO article (brand_id, slug, provider, status, is_scheduled, at_ms, state, created_at_ms)
    VALUES (@brandId, @id, 'ghost', 'publish', 1, @atMs, 'unpublished', @atMs)`,
  audit: `INSERT INTO audit (brand_id, url, at_ms, state, overall_score, folded)
    VALUES (@brandId, 'https://a.example/', @atMs, 'done', 70, '')`,
  permission: `INSERT INTO connector_version (brand_id, at_ms, is_by_desk, sync_enabled, permissions, own)
    VALUES (@brandId, @atMs, 0, 0, json_array(json_array('read', @even), json_array(@id, 'deny')), '[]')`,
  model: `INSERT INTO visibility_version (brand_id, at_ms, is_by_desk, models)
    VALUES (@brandId, @atMs, 0, json_array(json_array('m', 'Model', @bit), json_array(@id, 'Other', 1)))`,
  interval: `INSERT INTO visibility_version (brand_id, at_ms, is_by_desk, interval_days)
    VALUES (@brandId, @atMs, 0, @bit + 1)`,
} as const

const unpublish = ({ core }: WritableDb, row: Readonly<Record<string, unknown>>) => {
  const intent =
    core.prepare(`INSERT INTO intent (id, brand_id, kind, state, created_at_ms, is_paused, ended_at_ms, details)
    VALUES (@id, @brandId, 'unpublish', 'confirmed', @atMs, 0, @atMs, '{}')`)
  const item = core.prepare(`INSERT INTO intent_item (intent_no, item, call_no, subject, state, result)
    VALUES (?, ?, 0, 'old-guide', ?, '{}')`)
  const { lastInsertRowid } = intent.run(row)
  for (const [index, state] of ['confirmed', 'failed', 'confirmed'].entries()) item.run(lastInsertRowid, index, state)
}

const fill = (db: WritableDb, count: number) => {
  const brandIds = ['One', 'Two', 'Three', 'Four'].map((name) => insertBrand(db, newBrand(name)).id)
  for (const [index, row] of fc.sample(rowArbitrary, { seed: 4, numRuns: count }).entries()) {
    const { kind, brand, hours, isOfSeveral } = row
    const brandId = brandIds[brand] ?? ''
    const atMs = NOW_MS - hours * 3_600_000
    const values = { id: `row-${index}`, brandId, atMs, bit: index % 2, even: index % 2 === 0 ? 'allow' : 'deny' }
    if (kind === 'note') {
      const of = isOfSeveral ? brandIds.slice(0, 3) : [brandId]
      const note = { day: toDay(atMs), untilDay: null, keyword: null, page: null, text: `Note ${index}` }
      saveNote(db, { ...note, noteId: `n${index}`, brandIds: index % 9 === 0 ? 'all' : of, atMs })
    } else if (kind === 'unpublished') unpublish(db, values)
    else db.core.prepare(INSERTS[kind]).run(values)
  }
  const items = Array.from({ length: 40 }, (_, index) => ({
    conversationId: `c${index}`,
    prospectEmailId: `p${index}`,
    status: ['replied', 'not replied', 'sent'][index % 3],
    sentAt: new Date(NOW_MS - index * 3_600_000).toISOString(),
    ...(index % 2 === 0 ? { repliedAt: new Date(NOW_MS).toISOString() } : {}),
  }))
  const unreplied = items.map(({ repliedAt: _, ...item }) => ({ ...item, status: 'sent' }))
  for (const [at, listed] of [unreplied, items].entries()) {
    const body = new TextEncoder().encode(JSON.stringify({ items: listed })).buffer
    ingestOutbox(db, { brandId: brandIds[0] ?? '', batch: at + 1, fetchedAtMs: NOW_MS, body })
  }
  return brandIds
}

test('pages of any size are the whole list, each row once, newest first, with its exact total', () => {
  const db = openDb()
  const brandIds = fill(db, 500)
  const inputs: CallInput<'annotations.list'>[] = [
    {},
    { brandIds: [brandIds[1] ?? ''] },
    { brandIds: brandIds.slice(0, 2), kinds: ['note', 'permission', 'model'] },
    { from: '2026-11-19', to: '2026-11-19' },
    { kinds: ['reply', 'interval', 'unpublished'], to: '2026-11-19' },
    { search: 'row' },
  ]
  for (const input of inputs) {
    const { rows: whole, total } = list(db, { ...input, limit: 500 })
    const { rows: others } = list(db, { ...input, limit: 500, offset: 500 })
    const ids = [...whole, ...others].map(({ id }) => id)
    expect(total).toBeGreaterThan(10)
    expect(new Set(ids).size).toBe(total)
    expect(ids).toHaveLength(total)
    for (const limit of [1, 7, 50]) expect(everyPage(db, { ...input, limit }).rows.map(({ id }) => id)).toEqual(ids)
    expect(list(db, { ...input, limit: 5, offset: 9 }).rows.map(({ id }) => id)).toEqual(ids.slice(9, 14))
    const days = whole.map(({ day }) => day)
    expect(days).toEqual(days.toSorted().toReversed())
  }
  // Nine kinds in all: what is listed is what the rooms keep, not what a page had room for.
  const { rows } = everyPage(db, { limit: 500 })
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(ANNOTATION_KINDS))
  expect(rows.filter(({ kind }) => kind === 'reply')).toHaveLength(14)
  expect(rows.every(({ text }) => text !== '')).toBe(true)
})

test('a reply without a time is on the day on which the desk first read of it, and one of before the first sync on none', () => {
  const db = openDb()
  const { id: brandId } = insertBrand(db, newBrand('One'))
  const DAY_MS = 86_400_000
  const read = (batch: number, statuses: Readonly<Record<string, string>>) => {
    const items = Object.entries(statuses).map(([conversationId, status]) => ({
      ...{ conversationId, status, prospectEmailId: 'p', sentAt: new Date(NOW_MS - 20 * DAY_MS).toISOString() },
    }))
    const body = new TextEncoder().encode(JSON.stringify({ items })).buffer
    ingestOutbox(db, { brandId, batch, fetchedAtMs: NOW_MS - (10 - batch) * DAY_MS, body })
  }
  const days = () => list(db, { kinds: ['reply'] }).rows.map(({ day }) => day)
  read(1, { early: 'replied', late: 'sent', never: 'sent' })
  expect(days()).toEqual([])
  read(2, { early: 'replied', late: 'replied', never: 'opened' })
  read(3, { early: 'replied', late: 'replied', never: 'opened' })
  expect(days()).toEqual([toDay(NOW_MS - 8 * DAY_MS)])
  // Rows of an earlier version have the time of sending.
  db.cache.prepare("UPDATE outbox SET replied_at_ms = sent_at_ms WHERE id = 'early'").run()
  expect(days()).toHaveLength(1)
  read(4, { early: 'replied', late: 'replied', never: 'opened' })
  expect(days()).toHaveLength(1)
})

test('a change between two pages repeats and leaves out no other row', () => {
  const db = openDb()
  const [brandId = ''] = fill(db, 120)
  const before = everyPage(db, { limit: 500 }).rows.map(({ id }) => id)
  const first = list(db, { limit: 20 })
  const note = { untilDay: null, keyword: null, page: null, brandIds: [brandId], atMs: NOW_MS }
  saveNote(db, { ...note, day: '2026-11-25', noteId: 'later', text: 'Written meanwhile' })
  saveNote(db, { ...note, day: '2026-11-01', noteId: 'older', text: 'Written meanwhile, of an older day' })
  const rest = everyPage(db, { limit: 20, cursor: first.nextCursor })
  const after = [...first.rows, ...rest.rows].map(({ id }) => id)
  expect(after).toEqual([...before, 'older'])
  expect(list(db, { limit: 1 }).total).toBe(before.length + 2)
})

test('a changed permission is called as the catalog of its brand calls the tool', () => {
  const db = openDb()
  const ids = ['One', 'Two'].map((name) => insertBrand(db, newBrand(name)).id)
  const save =
    db.core.prepare(`INSERT INTO connector_version (no, brand_id, at_ms, is_by_desk, sync_enabled, permissions, own)
    VALUES (?, ?, ?, 0, 0, ?, '[]')`)
  for (const [at, id] of ids.entries()) {
    save.run(10 + at, id, NOW_MS, JSON.stringify([['find_people', 'allow']]))
    save.run(20 + at, id, NOW_MS + 1 + at, JSON.stringify([['find_people', 'deny']]))
  }
  const tools = [{ name: 'find_people', label: 'Find people', description: '', group: 'read', default: 'allow' }]
  db.core
    .prepare(`INSERT INTO connector_catalog (brand_id, asked_at_ms, fetched_at_ms, can_manage, sync_enabled, tools, seen_no)
      VALUES (?, 0, 0, 1, 0, ?, 0)`)
    .run(ids[0], JSON.stringify(tools))
  const texts = list(db, { kinds: ['permission'] }).rows.map(({ text }) => text.replace(/.*: /, ''))
  expect(texts.toSorted()).toEqual(['Find people denied', 'find people denied'])
})

test('a version counts once it came, also with a lower number than the last, and no more once it is gone', () => {
  const db = openDb()
  const { id: brandId } = insertBrand(db, newBrand('One'))
  const save = (no: number, value: string) =>
    db.core
      .prepare(`INSERT INTO connector_version (no, brand_id, at_ms, is_by_desk, sync_enabled, permissions, own)
        VALUES (?, ?, ?, 0, 0, ?, '[]')`)
      .run(no, brandId, NOW_MS + no, JSON.stringify([['read', value]]))
  const texts = () => list(db, { kinds: ['permission'] }).rows.map(({ text }) => text.replace(/.*: /, ''))
  save(10, 'allow')
  expect(texts()).toEqual([])
  save(20, 'deny')
  save(30, 'deny')
  expect(texts()).toEqual(['read denied'])
  // As the mirror of a team may bring it.
  save(25, 'allow')
  expect(texts()).toEqual(['read denied', 'read allowed', 'read denied'])
  db.core.prepare('DELETE FROM connector_version WHERE no = 10').run()
  expect(texts()).toEqual(['read denied', 'read allowed'])
})

test('the newest of each kind over all brands are found by an index, without sorting', () => {
  const plansIn = (file: 'core' | 'cache') => {
    const db = openDb()
    const span = { brandIds: 'all' as const, fromMs: 0, untilMs: NOW_MS + DAY_MS, limit: 50 }
    return plansOf(db[file], () => {
      for (const of of Object.values(EVENTS)) of(db).newest(span)
      newestNotes(db, { brandIds: 'all', fromDay: 0, toDay: 30_000, beginBy: 30_000, words: [], limit: 50 })
    })
  }
  const plans = [...plansIn('core'), ...plansIn('cache')].filter(({ sql }) => sql.includes('LIMIT'))
  expect(plans).toHaveLength(6)
  for (const { sql, plan } of plans) {
    expect(plan, sql).toMatch(/INDEX (article_out|intent_by_end|audit_done|outbox_by_reply|annotation_by_day) /)
    expect(plan, sql).not.toContain('TEMP B-TREE')
  }
})

const slugArbitrary = fc.oneof(
  fc.constantFrom(
    'guide',
    'GUIDE',
    'Guide-2',
    'blog/guide',
    '/guide/',
    'gu%69de',
    'straße',
    'STRASSE',
    'Éclair',
    'éclair',
    '..',
    '',
    'a b',
  ),
  fc.string({ unit: fc.constantFrom('a', 'B', '/', '%', '-', '_', '.', 'é', '2', '%2F'), maxLength: 4 }),
)
const pageArbitrary = fc.array(slugArbitrary, { maxLength: 3 }).map((parts) => `https://acme.test/${parts.join('/')}`)

test('a keyword of a brand lists exactly the articles whose slug is in one of its pages', () => {
  const db = openDb()
  const [brandId = '', otherId = ''] = ['One', 'Two'].map((name) => insertBrand(db, newBrand(name)).id)
  const insert = db.core.prepare(INSERTS.published)
  let found = 0
  fc.assert(
    fc.property(
      fc.array(slugArbitrary, { maxLength: 12 }),
      fc.array(pageArbitrary, { maxLength: 3 }),
      (slugs, pages) => {
        db.core.exec('DELETE FROM article')
        for (const [at, id] of slugs.entries()) {
          insert.run({ brandId, id, atMs: NOW_MS - at })
          insert.run({ brandId: otherId, id, atMs: NOW_MS - at })
        }
        const input = calls['annotations.list'].input.parse({ brandIds: [brandId], keyword: 'k', kinds: ['published'] })
        const { rows, total } = listAnnotations(db, { ...input, pages })
        const wanted = slugs.filter((slug) => pages.some((page) => isSlugInPage(slug, page)))
        expect(rows.map(({ subject }) => subject)).toEqual(wanted)
        expect(total).toBe(wanted.length)
        found += wanted.length
      },
    ),
    { numRuns: 300 },
  )
  expect(found).toBeGreaterThan(20)
})

test('articles of one brand or some are found by the index of their brand, and none is sorted', () => {
  for (const from of [0, 3]) {
    const db = openDb() // a statement is prepared once
    const asked = fill(db, 100).slice(from)
    const plans = plansOf(
      db.core,
      () => void list(db, { brandIds: asked, kinds: ['published', 'scheduled'], limit: 1 }),
    ).filter(({ sql }) => sql.includes('FROM article'))
    expect(plans).toHaveLength(4)
    for (const { plan } of plans) expect(plan).toMatch(/article_out_of_brand/)
    for (const { plan } of plans) expect(plan).not.toContain('TEMP B-TREE')
  }
})
