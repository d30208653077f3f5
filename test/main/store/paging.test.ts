import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { countRows, readPage, type SortKey } from '../../../src-main/store/paging.ts'
import { plansOf } from '../../support/query-plans.ts'

type Item = { no: number; brand: number; a: number | null; b: string | null; c: number }

const openItems = (items: readonly Omit<Item, 'no'>[]) => {
  const db = new Database(':memory:')
  db.exec(`CREATE TABLE item (no INTEGER PRIMARY KEY, brand INT, a REAL, b TEXT, c INT NOT NULL);
    CREATE INDEX item_by_a ON item (a); CREATE INDEX item_by_brand_a ON item (brand, a)`)
  const insert = db.prepare('INSERT INTO item (brand, a, b, c) VALUES (@brand, @a, @b, @c)')
  for (const item of items) insert.run(item)
  return db
}

const nullable = { a: true, b: true, c: false }
const key = (by: keyof typeof nullable, direction: 'asc' | 'desc'): SortKey => ({
  by,
  sql: by,
  direction,
  nullable: nullable[by],
})
const spec = (keys: readonly SortKey[], limit: number, cursor: string | null = null) => ({
  columns: 'no, brand, a, b, c',
  from: 'item',
  where: 'TRUE',
  params: [],
  keys,
  tie: 'no',
  limit,
  cursor,
})

const compare = (x: number | string | null, y: number | string | null, sign: number) => {
  if (x === y) return 0
  if (x === null) return 1
  if (y === null) return -1
  return x < y ? -sign : sign
}

const sorted = (items: readonly Item[], keys: readonly SortKey[]) => {
  const sign = (one: SortKey | undefined) => (one?.direction === 'desc' ? -1 : 1)
  return [...items].sort((x, y) => {
    for (const one of keys) {
      const by = one.by as 'a' | 'b' | 'c' // the keys of this test
      const order = compare(x[by], y[by], sign(one))
      if (order !== 0) return order
    }
    return (x.no - y.no) * sign(keys.at(-1))
  })
}

const itemArbitrary = fc.record({
  brand: fc.integer({ min: 1, max: 2 }),
  a: fc.option(fc.oneof(fc.integer({ min: -2, max: 2 }), fc.double({ noNaN: true, noDefaultInfinity: true }))),
  b: fc.option(fc.constantFrom('', 'a', 'b', "c'--", 'é')),
  c: fc.integer({ min: 0, max: 2 }),
})
const keysArbitrary = fc
  .shuffledSubarray(['a', 'b', 'c'] as const, { minLength: 1 })
  .chain((fields) => fc.tuple(...fields.map((by) => fc.constantFrom('asc', 'desc').map((to) => key(by, to)))))

test('all pages together are the whole set in order, nulls last, without repeats', () => {
  fc.assert(
    fc.property(
      fc.array(itemArbitrary, { maxLength: 40 }),
      keysArbitrary,
      fc.integer({ min: 1, max: 7 }),
      (items, keys, limit) => {
        const db = openItems(items)
        const wanted = sorted(
          items.map((item, at) => ({ ...item, a: item.a === 0 ? 0 : item.a, no: at + 1 })),
          keys,
        ).map(({ no }) => no)
        const seen: number[] = []
        let cursor: string | null = null
        do {
          const page: { rows: Item[]; nextCursor: string | null } = readPage<Item>(db, spec(keys, limit, cursor))
          expect(page.rows.length).toBeLessThanOrEqual(limit)
          seen.push(...page.rows.map(({ no }) => no))
          cursor = page.nextCursor
        } while (cursor !== null)
        const jumped = readPage<Item>(db, { ...spec(keys, limit), offset: 3 }).rows.map(({ no }) => no)
        db.close()
        expect(seen).toEqual(wanted)
        expect(jumped).toEqual(wanted.slice(3, 3 + limit))
      },
    ),
    { numRuns: 200 },
  )
})

test('a row deleted or added between two pages moves no other row', () => {
  const db = openItems([1, 2, 3, 4, 5, 6].map((a) => ({ brand: 1, a, b: null, c: 0 })))
  onTestFinished(() => void db.close())
  const first = readPage<Item>(db, spec([key('a', 'asc')], 3))
  db.exec('DELETE FROM item WHERE a IN (1, 3); INSERT INTO item (brand, a, c) VALUES (1, 0.5, 0)')
  const second = readPage<Item>(db, spec([key('a', 'asc')], 3, first.nextCursor))
  expect(second.rows.map(({ a }) => a)).toEqual([4, 5, 6])
  expect(second.nextCursor).toBeNull()
  expect(countRows(db, spec([], 1))).toBe(5)
})

test('a cursor that would be too long falls back to an offset', () => {
  const db = openItems([1, 2, 3].map((n) => ({ brand: 1, a: n, b: `${'語'.repeat(2000)}${n}`, c: 0 })))
  onTestFinished(() => void db.close())
  const keys = [key('b', 'desc')]
  const first = readPage<Item>(db, spec(keys, 1))
  expect(first.nextCursor?.length).toBeLessThanOrEqual(4000)
  const second = readPage<Item>(db, spec(keys, 1, first.nextCursor))
  const third = readPage<Item>(db, spec(keys, 1, second.nextCursor))
  expect([second.rows[0]?.a, third.rows[0]?.a, third.nextCursor]).toEqual([2, 1, null])
})

test('a forged or foreign cursor is invalid, and never reaches SQL', () => {
  const db = openItems([1, 2, 3].map((a) => ({ brand: 1, a, b: null, c: 0 })))
  onTestFinished(() => void db.close())
  const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const keys = [key('c', 'asc')]
  const bad = [
    'x',
    '%%%',
    forge(null),
    forge([]),
    forge({ s: 'c:asc', o: -1 }),
    forge({ s: 'c:desc', o: 0, k: [0], t: 1 }),
    forge({ s: 'c:asc', o: 0, k: [], t: 1 }),
    forge({ s: 'c:asc', o: 0, k: [null], t: 1 }),
    forge({ s: 'c:asc', o: 0, k: [{ toString: 'DROP TABLE item' }], t: 1 }),
    forge({ s: 'c:asc', o: 0, k: [0] }),
    forge({ s: 'c:asc', o: 0, k: [0], t: '1; DROP TABLE item' }),
    forge({ s: 'c:asc', o: 1e300, k: [0], t: 1e300, extra: 1 }),
  ]
  for (const cursor of bad) {
    expect(() => readPage(db, spec(keys, 2, cursor)), cursor).toThrow(expect.objectContaining({ kind: 'invalid' }))
  }
  const harmless = forge({ s: 'c:asc', o: 0, k: ["0' OR 1=1; DROP TABLE item; --"], t: 0 })
  expect(readPage(db, spec(keys, 2, harmless)).rows).toEqual([])
  expect(countRows(db, spec([], 1))).toBe(3)
})

test('a single key walks its index, from the start and from a cursor', () => {
  const db = openItems([1, 2, 3, null, null].map((a) => ({ brand: 1, a, b: null, c: 0 })))
  onTestFinished(() => void db.close())
  const plans = plansOf(db, () => {
    for (const direction of ['asc', 'desc'] as const) {
      const keys = [key('a', direction)]
      for (const where of ['TRUE', 'brand = 1']) {
        const first = readPage(db, { ...spec(keys, 2), where })
        readPage(db, { ...spec(keys, 5, first.nextCursor), where })
      }
    }
  })
  expect(plans.length).toBe(12)
  for (const { sql, plan } of plans) {
    expect([sql, plan]).toEqual([sql, expect.stringMatching(/USING INDEX item_by/)])
    expect([sql, plan]).not.toEqual([sql, expect.stringContaining('TEMP B-TREE')])
    if (/a [<>]= \?/.test(sql)) expect(plan).toMatch(/a[<>]\?/)
  }
})
