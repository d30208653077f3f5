// After a sync only those articles are worked out again of which something changed: the rows are those of working out all.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayFromNumber } from '../../../src-main/base/clock.ts'
import { createSaveImpacts } from '../../../src-main/impact/queries/impacts.ts'
import type { BrandOutings, Outing } from '../../../src-main/impact/rules/outing.ts'
import { pruneDays } from '../../../src-main/rankings/queries/rank-days.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { createRandom } from '../../support/random.ts'
import { addBrand, type Item, loadDay, rankDb } from '../rankings/rank-db.ts'

const FIRST = 20_000
const PAGES = 14
const DAY_MS = 86_400_000
const READ_LATE_MS = (FIRST + 500) * DAY_MS

/** Two keywords a page; `seed` other clicks. Page 3 also ranks under another address with its slug. */
const itemsOf = (day: number, seed = 0): Item[] => {
  const random = createRandom(day * 31 + seed)
  return Array.from({ length: 2 * PAGES }, (_, at) => {
    const clicks = Math.floor((4 + at) * (0.6 + 0.8 * random()))
    const folder = at === 6 && random() < 0.3 ? 'faq/' : ''
    const page = { page: `https://acme.test/${folder}page-${Math.floor(at / 2)}`, clicks, impressions: 20 * clicks }
    return { keyword: `keyword ${at}`, position: 3 + random(), ...page, rankedPages: [{ ...page, ctr: 0.05 }] }
  })
}

/** In pieces of one article, or as one. */
const saveImpacts = (db: WritableDb, brand: BrandOutings, workMs = Number.POSITIVE_INFINITY): number => {
  const save = createSaveImpacts(() => [brand])
  for (let pieces = 1; ; pieces += 1) if (save(db, { brandId: brand.brandId, workMs }).isDone) return pieces
}

const openBrand = () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  let reads = 0
  const load = (day: number, seed = 0, isWhole = true) => {
    reads += 1
    const fetchedAtMs = (isWhole ? READ_LATE_MS : day * DAY_MS) + reads
    loadDay(db, { brandId, day: dayFromNumber(day), items: itemsOf(day, seed), fetchedAtMs })
  }
  return { db, brandId, load }
}

const COLUMNS = `slug, title, day, page, is_new_page, verdict, reason, effect, low, high, detectable, keywords, clicks_before,
  clicks_after, control_change, days_after, folded`
const rowsOf = ({ cache }: WritableDb) => cache.prepare(`SELECT ${COLUMNS} FROM impact ORDER BY slug, day`).all()
const idsOf = ({ cache }: WritableDb): Record<string, number> =>
  Object.fromEntries(cache.prepare('SELECT slug, id FROM impact').raw().all() as [string, number][]) // its columns

const outing = (page: number, at: number, more: Partial<Outing> = {}): Outing => ({
  ...{ slug: `page-${page}`, title: null, day: FIRST + at, endDay: null },
  ...more,
})

type Change = readonly [
  kind: 'days' | 'correct' | 'older' | 'part' | 'prune' | 'publish' | 'end' | 'remove',
  number,
  number,
]
const change: fc.Arbitrary<Change> = fc.tuple(
  fc.constantFrom('days', 'days', 'correct', 'older', 'part', 'prune', 'publish', 'publish', 'end', 'remove'),
  fc.nat(1000),
  fc.nat(1000),
)

test('rows after any changes of days and articles are those of working out all', () => {
  let [verdicts, kept, most] = [0, 0, 0]
  fc.assert(
    fc.property(fc.array(change, { minLength: 4, maxLength: 9 }), (changes) => {
      const { db, brandId, load } = openBrand()
      let [first, length, seed] = [FIRST + 40, 30, 1]
      for (let at = 0; at < length; at += 1) load(first + at)
      let outings: Outing[] = [outing(1, 62), outing(3, 70)]
      const apply = ([kind, one, other]: Change): void => {
        const day = first + (one % length)
        const index = one % Math.max(1, outings.length)
        const chosen = outings[index]
        seed += 1
        switch (kind) {
          case 'days': {
            const more = 1 + (one % 20)
            for (let at = 0; at < more; at += 1) load(first + length + at)
            length += more
            return
          }
          case 'older': {
            const more = one % 30
            for (let at = 1; at <= more; at += 1) load(first - at)
            first -= more
            length += more
            return
          }
          case 'correct':
            load(day, seed)
            return
          case 'part':
            load(day, seed, false)
            return
          case 'prune':
            pruneDays(db, { before: dayFromNumber(first + (one % 12)) })
            return
          case 'publish': {
            const next = outing(other % PAGES, one % (length + 60))
            const isKnown = outings.some(({ slug, day: on }) => slug === next.slug && on === next.day)
            if (!isKnown) outings = [...outings, next]
            return
          }
          case 'end':
            if (chosen !== undefined) outings = outings.with(index, { ...chosen, endDay: chosen.day + (other % 40) })
            return
          case 'remove':
            outings = outings.toSpliced(index, 1)
        }
      }
      for (const next of changes) {
        apply(next)
        const before = new Set(Object.values(idsOf(db)))
        most = Math.max(most, saveImpacts(db, { brandId, outings }, 0))
        const found = rowsOf(db)
        kept += Object.values(idsOf(db)).filter((id) => before.has(id)).length
        db.cache.exec('DELETE FROM impact; DELETE FROM impact_state')
        saveImpacts(db, { brandId, outings })
        expect(found).toEqual(rowsOf(db))
        verdicts += found.filter((row) => (row as { effect: number | null }).effect !== null).length
      }
    }),
    { numRuns: 60 },
  )
  // Not all of them are new each time, and some are compared.
  expect(kept).toBeGreaterThan(50)
  expect(verdicts).toBeGreaterThan(50)
  expect(most).toBeGreaterThan(2)
})

test('a new day works out only open articles; a corrected day those whose windows hold it, a publish those of its page', () => {
  const { db, brandId, load } = openBrand()
  for (let at = 0; at < 150; at += 1) load(FIRST + at)
  const [closed, open, early] = [outing(1, 40), outing(2, 120), outing(4, 140)]
  const outings = [closed, open, early]
  const changedBy = (work: () => void, of: readonly Outing[] = outings): string[] => {
    const before = idsOf(db)
    work()
    saveImpacts(db, { brandId, outings: of })
    return Object.entries(idsOf(db)).flatMap(([slug, id]) => (before[slug] === id ? [] : [slug]))
  }
  const days = (from: number, to: number) => () => {
    for (let at = from; at < to; at += 1) load(FIRST + at)
  }
  expect(changedBy(() => {})).toEqual(['page-1', 'page-2', 'page-4'])
  // Three weeks after the second article are over, its fourth begins; the third has another day.
  expect(changedBy(days(150, 151))).toEqual(['page-4'])
  expect(changedBy(days(151, 152))).toEqual(['page-2', 'page-4'])
  expect(changedBy(days(152, 180))).toEqual(['page-4'])
  expect(changedBy(days(180, 200))).toEqual([])
  // The days of the first article's windows, and those after them.
  expect(changedBy(() => load(FIRST + 45, 7))).toEqual(['page-1', 'page-2', 'page-4'])
  expect(changedBy(() => load(FIRST + 110, 7))).toEqual(['page-2', 'page-4'])
  expect(changedBy(() => load(FIRST + 195, 7))).toEqual([])
  // Published again: its first article has other windows after it, the others another untouched page.
  const again = outing(1, 60)
  expect(changedBy(() => {}, [...outings, again])).toContain('page-1')
  expect(rowsOf(db).filter((row) => (row as { slug: string }).slug === 'page-1')).toHaveLength(2)
  expect(changedBy(() => {}, [open, early])).not.toContain('page-1')
  expect(idsOf(db)).not.toHaveProperty('page-1')
})
