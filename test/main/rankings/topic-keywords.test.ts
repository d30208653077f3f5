// Which keywords belong to a topic by their text, and what they add up to.
import { expect, test } from 'vitest'
import { topicKeywords } from '../../../src-main/rankings/queries/keywords/topic-keywords.ts'
import { addBrand, loadDay, loadWindow, rankDb } from './rank-db.ts'

const page = (name: string, clicks: number, clicksChange: number) => ({
  page: `https://acme.example/${name}`,
  clicks,
  impressions: 10 * clicks,
  ctr: 0.1,
  clicksChange,
  impressionsChange: 0,
})

test('topic has the keywords with every word of its name, with their pages and days', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  loadWindow(db, {
    brandId,
    items: [
      { keyword: 'best running shoes for men', clicks: 5, position: 4, rankedPages: [page('shoes', 5, 2)] },
      {
        keyword: 'Running Shoe repair',
        clicks: 9,
        position: 2,
        rankedPages: [page('shoes', 6, -1), page('repair', 3, 0)],
      },
      { keyword: 'running socks', clicks: 50, position: 1, rankedPages: [page('socks', 50, 0)] },
      { keyword: 'shoestring running budget', clicks: 70, position: 1 },
    ],
  })
  loadDay(db, {
    brandId,
    day: '2026-01-01',
    items: [
      { keyword: 'best running shoes for men', clicks: 2, position: 4 },
      { keyword: 'Running Shoe repair', clicks: 3, position: 2 },
      { keyword: 'running socks', clicks: 9, position: 1 },
    ],
  })
  loadDay(db, { brandId, day: '2026-01-03', items: [{ keyword: 'running socks', clicks: 9, position: 1 }] })
  const found = topicKeywords(db, { brandId, topic: 'The Running shoes' })
  expect(found.words).toEqual(['running', 'shoe'])
  expect(found.keywords.map(({ keyword, clicks }) => [keyword, clicks])).toEqual([
    ['Running Shoe repair', 9],
    ['best running shoes for men', 5],
  ])
  expect(found.pages.map((each) => [each.page, each.keywords, each.clicks, each.clicksChange])).toEqual([
    ['https://acme.example/shoes', 2, 11, 1],
    ['https://acme.example/repair', 1, 3, 0],
  ])
  expect(found.days).toEqual([
    { day: '2026-01-01', clicks: 5, position: 3 },
    { day: '2026-01-03', clicks: 0, position: null },
  ])
  expect(topicKeywords(db, { brandId, topic: 'the of' })).toMatchObject({ words: [], keywords: [], total: 0 })
})
