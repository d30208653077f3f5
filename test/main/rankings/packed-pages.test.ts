import { expect, test } from 'vitest'
import { brandPages, somePages } from '../../../src-main/rankings/queries/brand-pages.ts'
import { packPages, rowBit, unpackPages } from '../../../src-main/rankings/rules/packed-pages.ts'
import { addBrand, type Item, loadWindow, queryOf, rankDb, rankPage } from './rank-db.ts'

const KEYWORDS = 100

const itemsWith = (clicks: number): Item[] =>
  Array.from({ length: KEYWORDS }, (_, n) => ({
    keyword: `keyword ${n}`,
    position: n + clicks,
    clicks,
    rankedPages: [{ page: `https://acme.example/${n % 7}`, clicks, impressions: n, ctr: 0.5, position: n + clicks }],
  }))

const set = () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  const shown = (more = {}) => rankPage(db, queryOf({ brandIds: [brandId], ...more }))
  return { db, brandId, load: (items: readonly Item[]) => loadWindow(db, { brandId, items }), shown }
}

test('a window with other figures writes each keyword once, and a row for 32 keywords of pages', () => {
  const { db, load, shown } = set()
  load(itemsWith(1))
  const changes = () => db.cache.prepare('SELECT total_changes()').pluck().get() as number // a count
  const before = changes()
  load(itemsWith(2))
  expect(changes() - before).toBeLessThanOrEqual(KEYWORDS + Math.ceil(KEYWORDS / 32) + 3)
  const { rows } = shown()
  expect(rows).toHaveLength(KEYWORDS)
  expect(rows.every(({ clicks, rankedPages }) => clicks === 2 && rankedPages[0]?.clicks === 2)).toBe(true)
})

test('keywords and pages that a window no longer has are gone, in every place that lists pages', () => {
  const { db, brandId, load, shown } = set()
  load(itemsWith(1))
  const kept = itemsWith(3).filter((_, n) => n % 7 === 2)
  load([...kept, { keyword: 'new', position: 1, rankedPages: null }])
  expect(shown().total).toBe(kept.length + 1)
  expect(brandPages(db, { brandId, search: '', limit: 50 })).toEqual(['https://acme.example/2'])
  expect(brandPages(db, { brandId, search: '', limit: 50, keyword: 'new' })).toEqual([])
  expect(somePages(db, { brandIds: [brandId] })).toEqual({ [brandId]: ['https://acme.example/2'] })
  expect(shown({ filter: { page: 'EXAMPLE/2' } }).total).toBe(kept.length)
  expect(shown({ filter: { page: 'example/3' } }).total).toBe(0)
  const [address = ''] = kept.flatMap(({ rankedPages }) => (rankedPages ?? []).map(({ page }) => page))
  const ofAddress = kept.filter(({ rankedPages }) => rankedPages?.some(({ page }) => page === address))
  expect(shown({ filter: { pageAddress: address } }).total).toBe(ofAddress.length)
  expect(shown({ filter: { pageAddress: address.slice(0, -1) } }).total).toBe(0)
  expect(shown({ filter: { pageAddress: address, page: 'elsewhere' } }).total).toBe(0)
  load([])
  expect(db.cache.prepare('SELECT count(*) FROM rank_page_set').pluck().get()).toBe(0)
})

test('pages are listed by impressions, and searched by a part of their address', () => {
  const { db, brandId, load } = set()
  load(itemsWith(1))
  const last = [1, 0, 6, 5, 4, 3, 2].map((n) => `https://acme.example/${n}`) // of keywords 99, 98, 97 …
  expect(brandPages(db, { brandId, search: '', limit: 3 })).toEqual(last.slice(0, 3))
  expect(brandPages(db, { brandId, search: 'e/4', limit: 3 })).toEqual(['https://acme.example/4'])
  expect(brandPages(db, { brandId, search: '', limit: 3, keyword: 'keyword 8' })).toEqual(['https://acme.example/1'])
  expect(somePages(db, { brandIds: [brandId], limit: 2 })[brandId]).toHaveLength(2)
  expect(somePages(db, { brandIds: [brandId], search: 'e/6' })[brandId]).toEqual(['https://acme.example/6'])
})

test('figures come out of a packed set as they went in; an unknown format is refused', () => {
  const page = { clicks: 2 ** 40, impressions: 1.5, ctr: 0.1, position: 7.25, clicksChange: null, positionChange: -0.5 }
  const data = packPages([{ id: 67, url: 4_000_000_000, page: { ...page, impressionsChange: -3, ctrChange: 0 } }])
  const measures = [2 ** 40, 1.5, 0.1, 7.25, null, -3, 0, -0.5]
  expect(unpackPages(2, data)).toEqual([{ id: 67, url: 4_000_000_000, measures }])
  data[0] = 9
  expect(() => unpackPages(2, data)).toThrow('unknown format 9')
})

test('packed pages of one set are read for the wanted keywords alone', () => {
  const page = { clicks: 1, impressions: 2, ctr: 0.5, position: 3, clicksChange: null, impressionsChange: null }
  const figures = { ...page, ctrChange: null, positionChange: null }
  const data = packPages([64, 67, 67, 90].map((id, url) => ({ id, url, page: figures })))
  expect(unpackPages(2, data, rowBit(67) | rowBit(95)).map(({ id, url }) => [id, url])).toEqual([
    [67, 1],
    [67, 2],
  ])
  expect(unpackPages(2, data)).toHaveLength(4)
})
