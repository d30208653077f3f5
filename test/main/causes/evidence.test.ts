// The chart of a cause: the days of what fell, beside the days of what did not.
import { expect, test } from 'vitest'
import { dayFromNumber } from '../../../src-main/base/clock.ts'
import { causeOfDrop } from '../../../src-main/causes/queries/cause-list.ts'
import { evidenceOf } from '../../../src-main/causes/queries/evidence.ts'
import { CAUSE_DAYS } from '../../../src-main/causes/rules/brand-sums.ts'
import { clicksLine, positionsLine } from '../../../src-main/causes/rules/evidence-lines.ts'
import { findKeyword } from '../../../src-main/rankings/public.ts'
import type { Evidence } from '../../../src-shared/desk/causes.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { addBrand, loadDay, rankDb } from '../rankings/rank-db.ts'
import { FALL, fallOf, smallBrand } from './small-brand.ts'
import { fallTogether, HOSTILE, isOnPage, LAST, loadDays, loadFewerSearches, PAGE, workOut } from './small-cache.ts'

const SINCE = LAST - 4
const WINDOWS = { before: { from: FALL - 8, until: FALL }, after: { from: FALL, until: CAUSE_DAYS } }
const SHOWN = { from: FALL - 21, until: CAUSE_DAYS }

/** The mean of the days before, and of those of the drop, to 5 percent. */
const meansOf = (values: readonly (number | null)[], after = 5) => {
  const mean = (part: readonly (number | null)[]) =>
    part.reduce<number>((sum, one) => sum + (one ?? 0), 0) / part.length
  return [mean(values.slice(0, -after)), mean(values.slice(-after))].map((value) => 5 * Math.round(value / 5) + 0)
}
const shapeOf = ({ own, controls }: Evidence) =>
  [own, controls].map((line) => (line === null ? null : [line.label, ...meansOf(line.values)]))

test('a page that fell is shown beside the other pages, over the days that the rule compared', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadDays(db, brandId, { isHit: isOnPage })
  workOut(db, brandId)
  const { row, evidence } = causeOfDrop(db, { brandId, keyword: HOSTILE, page: null })
  expect(row?.causes[0]?.kind).toBe('one-page')
  if (evidence === null) throw new Error('there is no evidence')
  // Twice as far down is half of the place.
  expect(shapeOf(evidence)).toEqual([
    ['Keywords of the page', 0, -50],
    ['Keywords of other pages', 0, 0],
  ])
  expect(evidence).toMatchObject({
    measure: 'positions',
    before: { from: dayFromNumber(SINCE - 8), to: dayFromNumber(SINCE - 1) },
    after: { from: dayFromNumber(SINCE), to: dayFromNumber(LAST) },
  })
  expect([evidence.days[0], evidence.days.at(-1)]).toEqual([dayFromNumber(SINCE - 21), dayFromNumber(LAST)])
  expect(evidence.own.values).toHaveLength(evidence.days.length)
})

test('a page that lost clicks is shown beside the other pages, and a brand alone where all of it fell', () => {
  const db = rankDb()
  const [shop, site] = [addBrand(db, 'Shop'), addBrand(db, 'Site')]
  loadDays(db, shop, { isHit: isOnPage })
  loadDays(db, site, { isHit: (at) => at % 8 !== 0 })
  workOut(db, shop, site)
  const page = causeOfDrop(db, { brandId: shop, keyword: null, page: PAGE })
  expect(page.row).toMatchObject({ of: 'page', causes: [{ kind: 'one-page' }] })
  if (page.evidence === null) throw new Error('there is no evidence')
  expect(page.evidence).toMatchObject({ measure: 'clicks', after: { from: dayFromNumber(SINCE) } })
  expect(shapeOf(page.evidence)).toEqual([
    ['Clicks of the page', 0, -50],
    ['Clicks of other pages', 0, 0],
  ])
  const brand = causeOfDrop(db, { brandId: site, keyword: null, page: null })
  expect(brand.row).toMatchObject({ of: 'brand', causes: [{ kind: 'whole-site' }] })
  if (brand.evidence === null) throw new Error('there is no evidence')
  expect(shapeOf(brand.evidence)).toEqual([['Clicks of the brand', 0, -45], null])
  expect(JSON.stringify(brand)).not.toContain('Shop')
})

test('fewer searches of a page and of the brand are shown beside their CTR', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadFewerSearches(db, brandId)
  workOut(db, brandId)
  for (const page of [PAGE, null]) {
    const { row, evidence } = causeOfDrop(db, { brandId, keyword: null, page })
    expect(row?.causes[0]?.kind).toBe('demand')
    if (evidence === null) throw new Error('there is no evidence')
    expect(evidence.measure).toBe('impressions')
    expect([evidence.own, evidence.controls].map((line) => [line?.label, meansOf(line?.values ?? [], 10)])).toEqual([
      ['Impressions', [0, -60]],
      ['CTR', [0, 0]],
    ])
  }
})

test('a brand whose page fell shows that page beside the others, and nothing of a topic that is gone', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadDays(db, brandId, { isHit: isOnPage })
  workOut(db, brandId)
  const cause = { confidence: 'clear', since: SINCE } as const
  const brand = { of: 'brand', keyword: 0, page: 0 } as const
  const gone = { ...cause, kind: 'topic', figures: { topic: 'removed since' } } as const
  expect(evidenceOf(db, brandId, brand, gone)).toBeNull()
  const page = db.cache.prepare<[string], number>('SELECT id FROM rank_url WHERE text = ?').pluck().get(PAGE) ?? 0
  const found = evidenceOf(db, brandId, brand, { ...cause, kind: 'own-action', figures: { page } })
  expect(found === null ? null : shapeOf(found)).toEqual([
    ['Clicks of the page', 0, -50],
    ['Clicks of other pages', 0, 0],
  ])
})

test('with many brands the own keywords are shown, and nothing of another brand', () => {
  const db = rankDb()
  const ids = Array.from({ length: 40 }, (_, at) => addBrand(db, `Secret ${at}`))
  fallTogether(db, ids)
  workOut(db, ...ids)
  const [brandId = ''] = ids
  const found = causeOfDrop(db, { brandId, keyword: 'thing 1', page: null })
  expect(found.row?.causes[0]).toMatchObject({ kind: 'many-brands', title: '5 of 40 brands fell at once' })
  expect(found.evidence?.own.label).toBe('Keywords of the brand')
  expect(found.evidence?.controls).toBeNull()
  expect(JSON.stringify(found)).not.toContain('Secret')
})

test('one device is shown beside the others, and a topic beside other topics', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadDays(db, brandId, { isHit: isOnPage })
  const load = (device: 'mobile' | 'desktop' | 'tablet', day: number, position: number) => {
    const items = [{ keyword: 'thing 1', position, clicks: 5, impressions: 50 }]
    const slice = { ...DEFAULT_SLICE, device: device.toUpperCase() as 'MOBILE' }
    loadDay(db, { brandId, items, slice, day: dayFromNumber(day), fetchedAtMs: (LAST + 1) * 86_400_000 })
  }
  for (let day = LAST - CAUSE_DAYS + 1; day <= LAST; day += 1) {
    load('mobile', day, day < SINCE ? 4 : 16)
    load('desktop', day, 4)
    load('tablet', day, 8)
  }
  workOut(db, brandId)
  const keyword = findKeyword(db, brandId, 'thing 1') ?? 0
  const cause = { confidence: 'clear', since: SINCE } as const
  const slice = { of: 'device', name: 'MOBILE', change: 3, others: 0 } as const
  const found = evidenceOf(
    db,
    brandId,
    { of: 'keyword', keyword, page: 0 },
    { ...cause, kind: 'one-slice', figures: { slice } },
  )
  if (found === null) throw new Error('there is no evidence')
  expect(shapeOf(found)).toEqual([
    ['This keyword on MOBILE', 0, -75],
    [expect.stringMatching(/^On (DESKTOP, TABLET|TABLET, DESKTOP)$/), 0, 0],
  ])
  const gone = { ...cause, kind: 'topic', figures: { topic: 'removed since' } } as const
  expect(evidenceOf(db, brandId, { of: 'keyword', keyword, page: 0 }, gone)).toBeNull()
  // Its days are no longer held.
  const old = { ...cause, since: LAST - CAUSE_DAYS, kind: 'one-slice', figures: { slice } } as const
  expect(evidenceOf(db, brandId, { of: 'keyword', keyword, page: 0 }, old)).toBeNull()
})

test('a keyword that no longer ranks counts as far down, and a day that is not known is a gap', () => {
  const known = Array.from({ length: CAUSE_DAYS }, (_, day) => day !== FALL + 1)
  const brand = smallBrand(
    fallOf((keyword) => keyword === 0, { isGone: true }),
    known,
  )
  const values = positionsLine(brand, { rows: [0], windows: WINDOWS, shown: SHOWN })
  expect(values.slice(21)).toEqual([-69.9, null, -69.9, -69.9, -69.9])
  expect(meansOf(values.slice(0, 21), 8)).toEqual([0, 0])
})

test('a keyword that ranked on a single day before counts on the days on which it ranks, the first place too', () => {
  const brand = smallBrand((keyword, day) =>
    keyword === 0 && day < FALL && day !== FALL - 1 ? { isGone: true } : undefined,
  )
  // Of a place, the rest is noise.
  const row = 0
  brand.days.positions[row * brand.length + FALL + 1] = 1
  brand.days.positions[row * brand.length + FALL + 2] = 0
  const [before, , first, gone] = positionsLine(brand, { rows: [row], windows: WINDOWS, shown: SHOWN }).slice(20)
  expect(before).toBe(0)
  expect(first).toBeGreaterThan(100)
  expect(gone).toBeNull()
})

test('searches and CTR are means of the week, and no mean reaches over the first day of the drop', () => {
  const brand = smallBrand(fallOf((keyword) => keyword === 3, { impressions: 0.5 }))
  const asked = { rows: [3], windows: WINDOWS, shown: SHOWN }
  expect(meansOf(clicksLine(brand, { ...asked, what: 'impressions' }))).toEqual([0, -50])
  expect(meansOf(clicksLine(brand, { ...asked, what: 'ctr' }))).toEqual([0, 0])
  const less = smallBrand(fallOf((keyword) => keyword === 3, { clicks: 0.4 }))
  expect(meansOf(clicksLine(less, { ...asked, what: 'ctr' }))).toEqual([0, -60])
  const none = smallBrand((keyword) => (keyword === 3 ? { impressions: 0 } : undefined))
  expect(new Set(clicksLine(none, { ...asked, what: 'ctr' }))).toEqual(new Set([null]))
})
