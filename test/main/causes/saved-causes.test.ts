// Causes of brands in a cache: worked out once, again where something changed, with hostile names as text.
import { expect, test } from 'vitest'
import { dayFromNumber } from '../../../src-main/base/clock.ts'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { brandCauses, causeOfDrop, causePage } from '../../../src-main/causes/queries/cause-list.ts'
import { causesStale, saveCauses } from '../../../src-main/causes/queries/save-causes.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { calls } from '../../../src-shared/desk/contract.ts'
import { newBrand } from '../../support/temp-store.ts'
import { addBrand, rankDb } from '../rankings/rank-db.ts'
import { fallTogether, HOSTILE, isOnPage, LAST, loadDays, PAGE, workOut } from './small-cache.ts'

const staleIn = (db: WritableDb, ...brandIds: string[]) =>
  causesStale(db, { brandIds }).flatMap(({ stale }) => stale.map(({ brandId }) => brandId))
const listOf = (db: WritableDb, input: object = {}) => causePage(db, calls['causes.list'].input.parse(input))

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
  const { row } = causeOfDrop(db, { brandId, keyword: HOSTILE, page: null })
  expect(row).toMatchObject({ of: 'keyword', keyword: HOSTILE, kind: 'down', since: dayFromNumber(LAST - 4) })
  expect(causeOfDrop(db, { brandId, keyword: 'thing 20', page: null })).toEqual({
    row: null,
    evidence: null,
    record: null,
    first: null,
  })
  expect(causeOfDrop(db, { brandId, keyword: 'never seen', page: null })).toEqual({
    row: null,
    evidence: null,
    record: null,
    first: null,
  })
})

test('a drop of a keyword that does not rank on the newest day names that day, and no position now', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadDays(db, brandId, { isHit: isOnPage, isAbsent: (at) => at === 1 })
  workOut(db, brandId)
  const { rows } = listOf(db, { filter: { of: ['keyword'] } })
  const found = (keyword: string) => rows.find((row) => row.keyword === keyword)
  expect(found('thing 1')).toMatchObject({ kind: 'down', positionNow: null, absentOn: dayFromNumber(LAST) })
  expect(found('thing 2')).toMatchObject({ kind: 'down', positionNow: expect.closeTo(8, 0), absentOn: null })
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

test('a brand whose days changed between the look at all brands and its own write is stale again', () => {
  const db = rankDb()
  const [brandId, other] = [addBrand(db, 'Shop'), addBrand(db, 'Other')]
  loadDays(db, brandId, { last: LAST - 1 })
  const [
    {
      portfolio,
      stale: [looked],
    } = { portfolio: undefined, stale: [] },
  ] = causesStale(db, { brandIds: [brandId] })
  if (portfolio === undefined || looked === undefined) throw new Error('A new brand is stale.')
  loadDays(db, brandId, { isHit: isOnPage, days: 5 })
  saveCauses(db, { brandId, portfolio, looked })
  expect(staleIn(db, brandId)).toEqual([brandId])
  workOut(db, brandId)
  expect(staleIn(db, brandId)).toEqual([])
  // What was seen of another brand is not taken for its own.
  expect(saveCauses(db, { brandId: other, portfolio, looked })).toBeNull()
})

test('a brand without days has no drops and is not worked out; one with few days says so', () => {
  const db = rankDb()
  const [empty, fresh] = [addBrand(db, 'Empty'), addBrand(db, 'Fresh')]
  expect(workOut(db, empty)).toEqual([])
  expect(causeOfDrop(db, { brandId: empty, keyword: 'thing', page: null })).toEqual({
    row: null,
    evidence: null,
    record: null,
    first: null,
  })
  loadDays(db, fresh, { days: 16, isHit: isOnPage })
  workOut(db, fresh)
  for (const { unchecked } of listOf(db).rows) expect(unchecked).toContain('few-days')
  expect(listOf(db, { brandIds: [empty] }).rows).toEqual([])
})

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
  const forAssistants = brandCauses(db, ids.slice(0, 1))
  expect(forAssistants).toHaveLength(rows.length)
  for (const name of [...ids.slice(1), 'Brand 1', 'Brand 4'])
    for (const all of [rows, forAssistants]) expect(JSON.stringify(all)).not.toContain(name)
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
