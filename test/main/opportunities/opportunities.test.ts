// Opportunities of brands in a cache, at its borders: no clicks, one keyword, all branded, no positions, the demo beside own brands.
import { expect, test } from 'vitest'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { clickScenario, clicksOfBrand } from '../../../src-main/opportunities/queries/brand-clicks.ts'
import { agencyClicks, saveClickErrors, saveClickSums } from '../../../src-main/opportunities/queries/click-sums.ts'
import { saveOpportunities, staleOpportunities } from '../../../src-main/opportunities/queries/opportunities.ts'
import { opportunityPage } from '../../../src-main/opportunities/queries/opportunity-page.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { calls } from '../../../src-shared/desk/contract.ts'
import { newBrand } from '../../support/temp-store.ts'
import { addBrand, FETCHED_AT_MS, type Item, loadWindow, rankDb } from '../rankings/rank-db.ts'

const WORDS = ['red', 'blue', 'green']
/** Keywords of three topics over 30 places, with half the clicks of a first place at the second, and so on. One in five climbed. */
const items = (keywords: number, more: (at: number) => Partial<Item> = () => ({})): Item[] =>
  Array.from({ length: keywords }, (_, at) => {
    const position = 1 + (at % 30)
    const page = `https://shop.example/${WORDS[at % 3]}`
    const measures = { clicks: Math.round(300 / position), impressions: 1000, ctr: 0.3 / position, position }
    const changes = {
      clicksChange: 0,
      impressionsChange: 0,
      ctrChange: 0,
      positionChange: at % 5 === 0 ? -position : 0,
    }
    const rankedPages = [{ page, ...measures, ...changes }]
    return { keyword: `${WORDS[at % 3]} thing ${at}`, ...measures, ...changes, pages: 1, rankedPages, ...more(at) }
  })

const workOut = (db: WritableDb, ...brandIds: string[]): void => {
  for (const brandId of brandIds) saveClickSums(db, { brandId })
  for (const brandId of brandIds) saveClickErrors(db, { brandId, agency: agencyClicks(db, { brandId }) })
  for (const brandId of brandIds) saveOpportunities(db, { brandId, agency: agencyClicks(db, { brandId }) })
}
const pageOf = (db: WritableDb, input: object = {}) =>
  opportunityPage(db, calls['opportunities.page'].input.parse(input))
const brandOf = (db: WritableDb, brandId: string) =>
  clicksOfBrand(db, calls['opportunities.brand'].input.parse({ brandId }))

/** One brand with these keywords, worked out. */
const withBrand = (keywords: readonly Item[]) => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadWindow(db, { brandId, items: keywords })
  workOut(db, brandId)
  return { db, brandId }
}

test('keywords and pages with the most to gain come first, with a band, and what it takes', () => {
  const { db, brandId } = withBrand(items(90))
  const { rows, total } = pageOf(db, { limit: 500 })
  expect(rows).toHaveLength(total)
  expect(total).toBeGreaterThan(30)
  expect(rows.map((row) => row.gain)).toEqual(rows.map((row) => row.gain).toSorted((a, b) => b - a))
  for (const row of rows) {
    expect(row).toMatchObject({ brandId, kind: 'keyword', keywords: 1, needs: 'page' })
    expect(row.position).toBeGreaterThan(row.reachable ?? Number.NaN)
    expect(row.low).toBeLessThan(row.expected)
    expect(row.high).toBeGreaterThan(row.expected)
    expect(row.gain).toBeCloseTo(row.expected - row.clicks)
    expect(row.page).toBe(`https://shop.example/${row.subject.split(' ')[0]}`)
  }
  const pages = pageOf(db, { filter: { kind: 'page' } })
  expect(pages.rows.map(({ subject }) => subject).toSorted()).toEqual(
    WORDS.map((one) => `https://shop.example/${one}`).toSorted(),
  )
  // A page has the gains of its keywords.
  const sumOf = (list: readonly { readonly gain: number }[]) => list.reduce((sum, row) => sum + row.gain, 0)
  expect(sumOf(pages.rows)).toBeCloseTo(sumOf(rows))
  expect(pages.rows.reduce((sum, row) => sum + row.keywords, 0)).toBe(total)
  // A share of one keyword's own scatter is gone in the sum.
  const [page, keyword] = [pages.rows[0], rows[0]]
  const widthOf = (row: typeof page) => ((row?.high ?? 0) - (row?.low ?? 0)) / (row?.expected ?? 1)
  expect(widthOf(page)).toBeLessThan(widthOf(keyword))
  expect(pageOf(db, { search: 'blue', limit: 500 }).rows.every((row) => row.subject.startsWith('blue'))).toBe(true)
  expect(pageOf(db, { filter: { gainMin: 1e9 } }).rows).toEqual([])
})

test('the keywords of a page are those of its whole address, not of longer ones', () => {
  // One in three of each page of its own, and `/red` begins the address of the next one.
  const longer = (at: number): string => `https://shop.example/${['red', 'red-shoes', 'Red'][at % 3]}`
  const { db } = withBrand(
    items(90).map((item, at) => ({
      ...item,
      rankedPages: item.rankedPages?.map((one) => ({ ...one, page: longer(at) })),
    })),
  )
  const every = pageOf(db, { limit: 500 }).rows
  for (const address of [0, 1, 2].map(longer)) {
    const filter = { kind: 'keyword', pageAddress: address } as const
    const { rows, total } = pageOf(db, { filter, limit: 500 })
    expect(total).toBeGreaterThan(3)
    expect(rows).toEqual(every.filter(({ page }) => page === address))
    expect(pageOf(db, { filter: { kind: 'page', pageAddress: address } }).rows).toMatchObject([
      { subject: address, keywords: total },
    ])
  }
  expect(pageOf(db, { filter: { kind: 'keyword', pageAddress: 'https://shop.example/re' } })).toMatchObject({
    total: 0,
  })
})

test('pages of a list continue each other in every order', () => {
  const { db } = withBrand(items(90))
  for (const by of ['gain', 'subject', 'position'] as const) {
    const whole = pageOf(db, { sort: { by }, limit: 500 }).rows
    const found = []
    for (let cursor: string | null = null, last = false; !last; ) {
      const page = pageOf(db, { sort: { by }, limit: 7, cursor })
      found.push(...page.rows)
      cursor = page.nextCursor
      last = cursor === null
    }
    expect(found).toEqual(whole)
  }
})

test('a brand without clicks, one of one keyword and one without positions have no opportunities', () => {
  const silent = withBrand(items(90, () => ({ clicks: 0, ctr: 0, clicksChange: 0 })))
  expect(pageOf(silent.db).rows).toEqual([])
  expect(brandOf(silent.db, silent.brandId).clickShare).toBe(0)

  const single = withBrand(items(1))
  expect(pageOf(single.db).rows).toEqual([])
  expect(brandOf(single.db, single.brandId).plain).toMatchObject([{ from: 1, to: 1, keywords: 1, clicks: 300 }])

  const unranked = withBrand(items(90, () => ({ clicks: 0, impressions: 0, ctr: 0, position: null, rankedPages: [] })))
  expect(pageOf(unranked.db).rows).toEqual([])
  expect(brandOf(unranked.db, unranked.brandId)).toMatchObject({ clickShare: null, plain: [], branded: [] })
})

test('searches with the name of the brand have a curve of their own', () => {
  const { db, brandId } = withBrand(items(90, (at) => ({ keyword: `shop ${WORDS[at % 3]} ${at}` })))
  const { plain, branded, clickShare } = brandOf(db, brandId)
  expect(plain).toEqual([])
  expect(branded.length).toBeGreaterThan(5)
  expect(clickShare).toBeGreaterThan(0)
  expect(pageOf(db).total).toBeGreaterThan(0)
})

test('a keyword that lost its position needs a page, and counts with what it was searched for before', () => {
  const lost = { clicks: 0, impressions: 0, ctr: 0, position: null, positionChange: null, rankedPages: [], pages: 0 }
  const { db } = withBrand(
    items(90, (at) => (at === 4 ? { ...lost, clicksChange: -50, impressionsChange: -1000 } : {})),
  )
  const [row] = pageOf(db, { filter: { needs: ['new'] } }).rows
  expect(row).toMatchObject({ position: null, page: null, needs: 'new', clicks: 0, impressions: 1000 })
  expect(pageOf(db, { filter: { needs: ['new'] } }).total).toBe(1)
})

test('a click share is the clicks of those that first places would bring', () => {
  const first = withBrand(items(60, () => ({ position: 1, clicks: 250, ctr: 0.25 })))
  expect(brandOf(first.db, first.brandId).clickShare).toBeCloseTo(1, 1)
  const mixed = withBrand(items(90))
  const share = brandOf(mixed.db, mixed.brandId).clickShare ?? 0
  // Of 30 places with 1/place of the clicks of the first: their mean.
  expect(share).toBeGreaterThan(0.1)
  expect(share).toBeLessThan(0.2)
})

test('a scenario says what chosen keywords would bring, and leaves those that rank better where they are', () => {
  const { db, brandId } = withBrand(items(90))
  const scenario = (keywords: string[], position: number) =>
    clickScenario(db, calls['opportunities.scenario'].input.parse({ brandId, keywords, position }))
  const [first, tenth] = ['red thing 0', 'red thing 9']
  const up = scenario([tenth, 'never seen'], 2)
  expect(up).toMatchObject({ keywords: 1, climbing: 1, clicks: 30 })
  expect(up.result?.expected).toBeGreaterThan(80)
  expect(up.result?.low).toBeLessThan(up.result?.expected ?? 0)
  expect(up.result?.gain).toBeCloseTo((up.result?.expected ?? 0) - 30)
  const stays = scenario([first], 5)
  expect(stays).toMatchObject({ keywords: 1, climbing: 0 })
  expect(Math.abs(stays.result?.gain ?? Number.NaN)).toBeLessThan(60)
  expect(scenario(['never seen'], 2)).toMatchObject({ keywords: 0, climbing: 0, clicks: 0, result: null })
  expect(scenario([tenth], 100).result).not.toBeNull()
})

test('brands of the demo and own ones never learn from each other', () => {
  const db = rankDb()
  const own = addBrand(db, 'Own')
  const { id: demo } = insertBrand(db, newBrand('Demo', { demo: true, teamId: 'demo' }))
  loadWindow(db, { brandId: own, items: items(30) })
  loadWindow(db, { brandId: demo, items: items(90, () => ({ clicks: 900, ctr: 0.9 })) })
  workOut(db, own, demo)
  expect(agencyClicks(db, { brandId: own }).brands).toBe(1)
  expect(agencyClicks(db, { brandId: demo }).brands).toBe(1)
  expect(brandOf(db, own).plain[0]?.agencyCtr).toBeLessThan(0.4)
  expect(brandOf(db, demo).plain[0]?.agencyCtr).toBeGreaterThan(0.8)
  expect(staleOpportunities(db, { brandIds: [own, demo] })).toEqual([[], []])
})

test('opportunities are worked out again after the window was read, and when the agency grew', () => {
  const db = rankDb()
  const one = addBrand(db, 'One')
  const stale = () => staleOpportunities(db, { brandIds: [one] }).flat()
  expect(stale()).toEqual([])
  loadWindow(db, { brandId: one, items: items(60) })
  expect(stale()).toEqual([one])
  workOut(db, one)
  expect(stale()).toEqual([])
  loadWindow(db, { brandId: one, items: items(61), fetchedAtMs: FETCHED_AT_MS + 1000 })
  expect(stale()).toEqual([one])
  workOut(db, one)
  const others = ['Two', 'Three', 'Four'].map((name) => addBrand(db, name))
  for (const brandId of others) loadWindow(db, { brandId, items: items(60) })
  workOut(db, ...others)
  expect(stale()).toEqual([one])
  workOut(db, one)
  expect(stale()).toEqual([])
})
