// What people said of drops of pages and brands: each has its own answer, which is none of a keyword's.
import { expect, test } from 'vitest'
import { dayNumber } from '../../../src-main/base/clock.ts'
import { removeAnswer, saveAnswer } from '../../../src-main/causes/queries/answers.ts'
import { causeLines } from '../../../src-main/causes/queries/cause-lines.ts'
import { causeOfDrop, causePage } from '../../../src-main/causes/queries/cause-list.ts'
import { lineText } from '../../../src-main/causes/rules/cause-line.ts'
import { calls } from '../../../src-shared/desk/contract.ts'
import { addBrand, rankDb } from '../rankings/rank-db.ts'
import { loadFewerSearches, PAGE, workOut } from './small-cache.ts'

const OWN = { isNamed: true, kind: null, text: 'The shop was closed', atMs: 5 } as const

const openShop = () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadFewerSearches(db, brandId)
  workOut(db, brandId)
  const list = (of: ('keyword' | 'page' | 'brand')[]) =>
    causePage(db, calls['causes.list'].input.parse({ filter: { of }, limit: 500 })).rows
  return { db, brandId, list }
}

test('the list is narrowed to what fell', () => {
  const { list } = openShop()
  expect(list(['brand']).map(({ of, page }) => [of, page])).toEqual([['brand', null]])
  expect(list(['page']).map(({ page }) => page)).toContain(PAGE)
  expect(list(['keyword', 'page', 'brand']).length).toBe(
    list(['keyword']).length + list(['page']).length + list(['brand']).length,
  )
})

test('a page and the brand are answered apart, and an answer goes alone', () => {
  const { db, brandId, list } = openShop()
  const brand = causeOfDrop(db, { brandId, keyword: null, page: null }).row
  const page = causeOfDrop(db, { brandId, keyword: null, page: PAGE }).row
  if (brand === null || page === null) throw new Error('nothing fell')
  expect([brand.of, page.of]).toEqual(['brand', 'page'])
  expect(causeOfDrop(db, { brandId, keyword: null, page: 'https://shop.example/none' }).row).toBeNull()
  const ofBrand = { brandId, keyword: null, page: null, since: dayNumber(brand.since) }
  const ofPage = { brandId, keyword: null, page: PAGE, since: dayNumber(page.since) }
  saveAnswer(db, { ...ofPage, ...OWN })
  const answered = () => list(['keyword', 'page', 'brand']).flatMap((row) => (row.answer === null ? [] : [row.page]))
  expect(answered()).toEqual([PAGE])
  saveAnswer(db, { ...ofBrand, ...OWN, text: 'Holidays' })
  expect(answered().toSorted()).toEqual([PAGE, null].toSorted())
  expect(causeLines(db, { drops: [{ brandId, keyword: null }] }).map(lineText)).toEqual(['Named: Holidays'])
  removeAnswer(db, ofPage)
  expect(answered()).toEqual([null])
  // A day that is stored later moves the first day a little.
  expect(list(['brand'])[0]?.answer?.text).toBe('Holidays')
  saveAnswer(db, { ...ofBrand, since: ofBrand.since + 2, isNamed: false, kind: 'demand', text: null, atMs: 6 })
  expect(list(['brand'])[0]?.answer).toMatchObject({ isNamed: false, kind: 'demand' })
  expect(db.core.prepare('SELECT count(*) FROM cause_answer').pluck().get()).toBe(1)
})
