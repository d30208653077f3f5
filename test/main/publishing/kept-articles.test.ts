// What the reader keeps of articles equals what a reader that just opened the files reads, after any order of writes.
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { articleOutings } from '../../../src-main/publishing/queries/article-outings.ts'
import { firstArticles } from '../../../src-main/publishing/queries/first-articles.ts'
import { createKeptArticles } from '../../../src-main/publishing/queries/kept-articles.ts'
import { deleteCoreRows } from '../../../src-main/store/brand-removal.ts'
import type { ReadableDb } from '../../../src-main/store/db.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { tables } from '../../../src-main/tables.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand } from '../../support/temp-store.ts'

const HOUR_MS = 3_600_000
const START_MS = Date.UTC(2026, 10, 1)
const BRANDS = ['one', 'one', 'two'] as const
const PROVIDERS = ['webhook', 'ghost'] as const

const STATES = [
  'held',
  'sending',
  'scheduled',
  'draft',
  'published',
  'failed',
  'unknown',
  'cancelled',
  'unpublished',
  'superseded',
]

const OFTEN = ['scheduled', 'scheduled', 'scheduled', 'published', 'published', 'published'] as const

const place = { brand: fc.constantFrom(...BRANDS), slug: fc.constantFrom('tea', 'tea', 'tea', 'rice') }
const op = fc.oneof(
  fc.record({ type: fc.constant('deliver' as const), title: fc.option(fc.constantFrom('Tea', 'Old')), ...place }),
  fc.record({
    type: fc.constant('enter' as const),
    ...place,
    provider: fc.constantFrom(...PROVIDERS),
    state: fc.constantFrom(...STATES, ...OFTEN),
    inHours: fc.integer({ min: -30, max: 30 }),
  }),
  fc.record({
    type: fc.constant('change' as const),
    ...place,
    state: fc.constantFrom(...STATES),
    confirmed: fc.boolean(),
  }),
  fc.record({ type: fc.constant('unpublish' as const), ...place, provider: fc.constantFrom(...PROVIDERS) }),
  fc.record({ type: fc.constant('end' as const), ...place }),
  fc.record({ type: fc.constant('reject' as const), ...place }),
  fc.record({ type: fc.constant('rename' as const), ...place }),
  fc.record({ type: fc.constant('retain' as const), ...place }),
  fc.record({ type: fc.constant('forget' as const), ...place }),
  fc.record({ type: fc.constant('report' as const), ...place, isOn: fc.boolean() }),
  fc.record({ type: fc.constant('remove' as const), ...place }),
  fc.record({ type: fc.constant('undone' as const), ...place }),
)
type Op = typeof op extends fc.Arbitrary<infer One> ? One : never

const open = () => {
  const home = tempHome()
  const { db } = openForWriting(home, tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  for (const id of new Set(BRANDS)) insertBrand(db, newBrand(id, { id, teamId: id }))
  const reader = (): ReadableDb => {
    const core = new Database(home.coreFile, { readonly: true })
    return { ...db, core }
  }
  return { db, reader }
}
type Opened = ReturnType<typeof open>

const insertDelivery = ({ core }: ReadableDb, brand: string, slug: string, title: string | null, atMs: number) =>
  core
    .prepare(
      `INSERT INTO delivery (brand_id, received_at_ms, status, event, title, slug, secret_used, bytes, search)
       VALUES (?, ?, 'accepted', 'article.published', ?, ?, 'current', 2, '')`,
    )
    .run(brand, atMs, title, slug)

const insertEntry = ({ core }: ReadableDb, one: Extract<Op, { type: 'enter' }>, atMs: number) =>
  core
    .prepare(
      `INSERT INTO article (brand_id, slug, provider, status, is_scheduled, at_ms, state, created_at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      ...[
        one.brand,
        one.slug,
        one.provider,
        one.state === 'draft' ? 'draft' : 'publish',
        one.state === 'scheduled' ? 1 : 0,
      ],
      ...[atMs + one.inHours * HOUR_MS, one.state, atMs],
    )

let intents = 0
const insertUnpublish = (
  db: Opened['db'],
  { brand, slug, provider }: Extract<Op, { type: 'unpublish' }>,
  atMs: number,
) => {
  intents += 1
  const items = [{ batch: 0, label: slug, payload: {} }]
  const intent = { id: `intent_${intents}`, kind: 'unpublish', brandId: brand, details: { provider }, holdMs: 0, items }
  const { core } = tables.writes
  const write = (name: string, args: object) => core[name]?.(db, args as never)
  write('intents.insert', { intents: [intent], atMs })
  write('intents.apply', { id: intent.id, event: { type: 'begin', batch: 0 }, atMs })
  const outcomes = [{ item: 0, state: 'confirmed', reason: null, result: {} }]
  write('intents.apply', { id: intent.id, event: { type: 'settle', batch: 0, outcomes }, atMs })
}

const perform = (db: Opened['db'], one: Op, atMs: number): void => {
  const { core } = db
  const run = (sql: string, more: object = {}) =>
    core.prepare(sql).run({ brand: one.brand, slug: one.slug, atMs, ...more })
  if (core.prepare('SELECT 1 FROM brand WHERE id = ?').get(one.brand) === undefined)
    insertBrand(db, newBrand(one.brand, { id: one.brand, teamId: one.brand }))
  const ofSlug = 'brand_id = @brand AND slug = @slug'
  if (one.type === 'deliver') insertDelivery(db, one.brand, one.slug, one.title, atMs)
  else if (one.type === 'enter') insertEntry(db, one, atMs)
  else if (one.type === 'unpublish') insertUnpublish(db, one, atMs)
  else if (one.type === 'change')
    run(`UPDATE article SET state = @state, confirmed_at_ms = @confirmedAtMs WHERE ${ofSlug}`, {
      state: one.state,
      confirmedAtMs: one.confirmed ? atMs : null,
    })
  // An unpublish of several articles ends after the one that it is read for.
  else if (one.type === 'end')
    run("UPDATE intent SET ended_at_ms = @atMs WHERE brand_id = @brand AND kind = 'unpublish'")
  else if (one.type === 'reject')
    run(`UPDATE delivery SET status = iif(status = 'accepted', 'rejected', 'accepted') WHERE ${ofSlug}`)
  else if (one.type === 'rename') {
    run(`UPDATE article SET slug = slug || '-2' WHERE ${ofSlug}`)
    run(`UPDATE delivery SET slug = slug || '-2' WHERE ${ofSlug}`)
  } else if (one.type === 'retain')
    run('DELETE FROM delivery WHERE brand_id = @brand AND received_at_ms < @atMs - 72000000')
  else if (one.type === 'forget') run(`DELETE FROM article WHERE ${ofSlug}`)
  else if (one.type === 'report')
    run("INSERT OR REPLACE INTO webhook_provider VALUES (@brand, 'ghost', @isOn)", { isOn: one.isOn ? 1 : 0 })
  else if (one.type === 'remove') core.transaction(() => deleteCoreRows(core, tables.brandRows, one.brand))()
}

const UNDONE = new Error('undone')

/** Undoes what the work wrote. */
const undo = ({ core }: Opened['db'], work: () => void): void => {
  try {
    core.transaction(() => {
      work()
      throw UNDONE
    })()
  } catch (error) {
    if (error !== UNDONE) throw error
  }
}

/** Each brand's articles, and what it published. */
const readAll = (db: ReadableDb, nowMs: number) => {
  const ids = new Set(db.core.prepare('SELECT id FROM brand ORDER BY id').pluck().all() as string[])
  const brandIds = [...ids]
  const list = { search: '', filter: {}, sort: [], hasAllPages: true, keep: 1000, workMs: 10_000 }
  return { first: firstArticles(db, { ...list, brandIds, nowMs }), outings: articleOutings(db, { brandIds }) }
}

const step = fc.record({ one: op, hours: fc.integer({ min: -5, max: 20 }), isRead: fc.boolean() })

test('what is kept of articles is what is stored, after writes of any thread', () => {
  const { db, reader } = open()
  const kept = reader()
  onTestFinished(() => void kept.core.close())
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
      let nowMs = START_MS
      for (const { one, hours, isRead } of steps) {
        nowMs += hours * HOUR_MS
        if (one.type === 'undone')
          undo(db, () => {
            insertDelivery(db, one.brand, one.slug, 'Never', nowMs)
            readAll(db, nowMs)
          })
        else perform(db, one, nowMs)
        if (!isRead) continue
        const opened = reader()
        const fresh = readAll(opened, nowMs)
        opened.core.close()
        expect(readAll(kept, nowMs)).toEqual(fresh)
        expect(readAll(db, nowMs)).toEqual(fresh)
      }
    }),
    { numRuns: 200 },
  )
})

test('sixty thousand slugs are kept, and of more those of the brand that was read last', () => {
  const { reader } = open()
  const db = reader()
  onTestFinished(() => void db.core.close())
  const loadedWith = (slugs: number) => {
    const loaded: string[] = []
    const articles = createKeptArticles({
      load: (_, { brandId }) => {
        loaded.push(brandId)
        return new Map(Array.from({ length: slugs }, (__, at) => [`s${at}`, at]))
      },
    })
    for (const brandId of ['one', 'two', 'one', 'two']) articles(db, { brandId, nowMs: START_MS })
    return loaded
  }
  expect(loadedWith(30_000)).toEqual(['one', 'two'])
  expect(loadedWith(30_001)).toEqual(['one', 'two', 'one', 'two'])
})

test('an article ended with the unpublish that followed on its own provider, and stays out where another provider has it', () => {
  const { db } = open()
  const day = START_MS / (24 * HOUR_MS)
  const at = { brand: 'one', inHours: 0 } as const
  const unpublish = (slug: 'tea' | 'rice', provider: (typeof PROVIDERS)[number], days: number) =>
    perform(db, { type: 'unpublish', brand: 'one', slug, provider }, START_MS + days * 24 * HOUR_MS)
  unpublish('rice', 'ghost', -1)
  insertEntry(db, { type: 'enter', ...at, slug: 'rice', provider: 'ghost', state: 'unpublished' }, START_MS)
  insertEntry(db, { type: 'enter', ...at, slug: 'tea', provider: 'ghost', state: 'unpublished' }, START_MS)
  insertEntry(db, { type: 'enter', ...at, slug: 'tea', provider: 'webhook', state: 'published' }, START_MS)
  unpublish('rice', 'webhook', 1)
  unpublish('rice', 'ghost', 2)
  unpublish('tea', 'ghost', 3)
  expect(articleOutings(db, { brandIds: ['one'] })).toEqual([
    {
      brandId: 'one',
      outings: [
        { slug: 'rice', title: null, day, endDay: day + 2 },
        { slug: 'tea', title: null, day, endDay: null },
      ],
    },
  ])
})
