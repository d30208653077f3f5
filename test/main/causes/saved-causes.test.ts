// Causes of brands in a cache: worked out once, again where something changed, with hostile names as text.
import { expect, test } from 'vitest'
import { dayFromNumber, dayNumber } from '../../../src-main/base/clock.ts'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { causeOfKeyword, causePage } from '../../../src-main/causes/queries/cause-list.ts'
import { causesStale, saveCauses } from '../../../src-main/causes/queries/save-causes.ts'
import { CAUSE_DAYS } from '../../../src-main/causes/rules/brand-sums.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { calls } from '../../../src-shared/desk/contract.ts'
import { createRandom } from '../../support/random.ts'
import { newBrand } from '../../support/temp-store.ts'
import { addBrand, FETCHED_AT_MS, loadDay, rankDb } from '../rankings/rank-db.ts'

const LAST = dayNumber(new Date(FETCHED_AT_MS).toISOString().slice(0, 10)) - 1
const HOSTILE = '<script>alert("1")</script>\u001b[31m'
const PAGE = `https://shop.example/${HOSTILE}`
const nameOf = (at: number): string => (at === 0 ? HOSTILE : `thing ${at}`)
const pageOf = (at: number): string => (at < 8 ? PAGE : `https://shop.example/${Math.floor(at / 8)}`)

type Fall = { readonly isHit?: (at: number) => boolean; readonly days?: number; readonly last?: number }

/** Days of 24 keywords on three pages; those that are hit fall to half of their place on the newest five days. */
const loadDays = (db: WritableDb, brandId: string, { isHit = () => false, days = CAUSE_DAYS, last = LAST }: Fall) => {
  const random = createRandom(3)
  for (let day = last - days + 1; day <= last; day += 1) {
    const items = Array.from({ length: 24 }, (_, at) => {
      const factor = (day > LAST - 5 && isHit(at) ? 2 : 1) * (0.98 + 0.04 * random())
      const clicks = Math.round(20 / factor)
      const measures = { clicks, impressions: 200, ctr: clicks / 200, position: 4 * factor }
      return { keyword: nameOf(at), ...measures, pages: 1, rankedPages: [{ page: pageOf(at), ...measures }] }
    })
    loadDay(db, { brandId, items, day: dayFromNumber(day) })
  }
}

/** As the handlers do it: until nothing is stale. */
const workOut = (db: WritableDb, ...brandIds: string[]): string[] => {
  const done: string[] = []
  for (let pass = 0; pass < 3; pass += 1)
    for (const { portfolio, stale } of causesStale(db, { brandIds }))
      for (const brandId of stale) {
        saveCauses(db, { brandId, portfolio })
        done.push(brandId)
      }
  return done
}
const staleIn = (db: WritableDb, ...brandIds: string[]) => causesStale(db, { brandIds }).flatMap(({ stale }) => stale)
const listOf = (db: WritableDb, input: object = {}) => causePage(db, calls['causes.list'].input.parse(input))
const isOnPage = (at: number) => at < 8

test('drops of a brand have their causes, the most lost clicks first, and hostile names stay as they are', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadDays(db, brandId, { isHit: isOnPage })
  expect(workOut(db, brandId)).toEqual([brandId])
  const { rows, total } = listOf(db)
  expect(total).toBe(9)
  expect(rows[0]).toMatchObject({ of: 'page', page: PAGE, keyword: null, brandId })
  const lost = rows.map(({ clicksBefore, clicksNow }) => clicksBefore - clicksNow)
  expect(lost).toEqual(lost.toSorted((one, other) => other - one))
  for (const { causes, unchecked, uncheckedTexts } of rows) {
    expect(causes.map(({ kind }) => kind)).toEqual(['one-page'])
    expect(causes[0]?.evidence[0]).toBe(`Page: ${PAGE}.`)
    expect(unchecked).toEqual(['few-brands', 'no-slices', 'no-topics'])
    expect(uncheckedTexts).toHaveLength(3)
  }
  const { row } = causeOfKeyword(db, { brandId, keyword: HOSTILE })
  expect(row).toMatchObject({ of: 'keyword', keyword: HOSTILE, kind: 'down', since: dayFromNumber(LAST - 4) })
  expect(causeOfKeyword(db, { brandId, keyword: 'thing 20' })).toEqual({ row: null })
  expect(causeOfKeyword(db, { brandId, keyword: 'never seen' })).toEqual({ row: null })
})

test('the list is searched, filtered by cause and continued', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadDays(db, brandId, { isHit: (at) => isOnPage(at) || at === 20 })
  workOut(db, brandId)
  const whole = listOf(db).rows
  expect(listOf(db, { search: 'alert(' }).rows.map(({ keyword }) => keyword)).toEqual([HOSTILE])
  expect(listOf(db, { filter: { isNamed: false } }).rows.map(({ keyword }) => keyword)).toEqual(['thing 20'])
  expect(listOf(db, { filter: { isNamed: true } }).total).toBe(whole.length - 1)
  expect(listOf(db, { filter: { kind: ['one-page'] } }).total).toBe(whole.length - 1)
  expect(listOf(db, { filter: { kind: ['demand', 'topic'] } }).rows).toEqual([])
  const first = listOf(db, { limit: 4 })
  expect([...first.rows, ...listOf(db, { limit: 500, cursor: first.nextCursor }).rows]).toEqual(whole)
})

test('a brand is worked out again only where its days changed', () => {
  const db = rankDb()
  const [one, other] = [addBrand(db, 'One'), addBrand(db, 'Other')]
  for (const brandId of [one, other]) loadDays(db, brandId, { last: LAST - 1 })
  expect(new Set(workOut(db, one, other))).toEqual(new Set([one, other]))
  expect(staleIn(db, one, other)).toEqual([])
  loadDays(db, one, { isHit: isOnPage, days: 5 })
  expect(staleIn(db, one, other)).toEqual([one])
  expect(listOf(db).rows).toEqual([])
  workOut(db, one, other)
  expect(new Set(listOf(db).rows.map(({ brandId }) => brandId))).toEqual(new Set([one]))
})

test('a brand without days has no drops and is not worked out; one with few days says so', () => {
  const db = rankDb()
  const [empty, fresh] = [addBrand(db, 'Empty'), addBrand(db, 'Fresh')]
  expect(workOut(db, empty)).toEqual([])
  expect(causeOfKeyword(db, { brandId: empty, keyword: 'thing' })).toEqual({ row: null })
  loadDays(db, fresh, { days: 16, isHit: isOnPage })
  workOut(db, fresh)
  for (const { unchecked } of listOf(db).rows) expect(unchecked).toContain('few-days')
  expect(listOf(db, { brandIds: [empty] }).rows).toEqual([])
})

const fallTogether = (db: WritableDb, brandIds: readonly string[]): void => {
  for (const [at, brandId] of brandIds.entries()) loadDays(db, brandId, at < 5 ? { isHit: (one) => one % 4 !== 0 } : {})
}

test('many brands that fall on the same days are one cause; each says how many, and names none', () => {
  const db = rankDb()
  const ids = Array.from({ length: 8 }, (_, at) => addBrand(db, `Brand ${at}`))
  fallTogether(db, ids)
  workOut(db, ...ids)
  const [{ portfolio } = { portfolio: null }] = causesStale(db, { brandIds: ids })
  expect(portfolio?.breaks).toMatchObject([{ of: 8, brandIds: new Set(ids.slice(0, 5)) }])
  const { rows } = listOf(db, { brandIds: ids.slice(0, 1), limit: 500 })
  expect(rows.length).toBeGreaterThan(15)
  for (const { causes } of rows)
    expect(causes[0]).toMatchObject({ kind: 'many-brands', title: '5 of 8 brands fell at once' })
  for (const name of [...ids.slice(1), 'Brand 1', 'Brand 4']) expect(JSON.stringify(rows)).not.toContain(name)
})

test('brands of the demo tell nothing of own ones', () => {
  const db = rankDb()
  const demo = Array.from({ length: 8 }, (_, at) => insertBrand(db, newBrand(`Demo ${at}`, { demo: true })).id)
  fallTogether(db, demo)
  const own = addBrand(db, 'Own')
  loadDays(db, own, { isHit: (one) => one % 4 !== 0 })
  workOut(db, own, ...demo)
  const { rows } = listOf(db, { brandIds: [own] })
  expect(rows.length).toBeGreaterThan(15)
  for (const { causes, unchecked } of rows) {
    expect(causes[0]?.kind).toBe('whole-site')
    expect(unchecked).toContain('few-brands')
  }
  expect(listOf(db, { brandIds: demo.slice(0, 1) }).rows[0]?.causes[0]?.kind).toBe('many-brands')
})
