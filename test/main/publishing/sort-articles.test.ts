import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortArticles } from '../../../src-main/publishing/rules/sort-articles.ts'
import { ARTICLE_SORTS, type Article } from '../../../src-shared/desk/publishing.ts'

const instant = fc.option(fc.constantFrom('2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'))
const article: fc.Arbitrary<Article> = fc.record({
  brandId: fc.constantFrom('one', 'two'),
  articleSlug: fc.constantFrom('tea', 'rice', 'oats', 'Öl'),
  title: fc.option(fc.constantFrom('Tea', 'a')),
  seenIn: fc.constantFrom('delivery', 'publish'),
  state: fc.option(fc.constantFrom('confirmed', 'scheduled')),
  at: instant,
  lastPublishedAt: instant,
  provider: fc.constant(null),
  url: fc.constant(null),
  providers: fc.constant([]),
  impact: fc.constant(null),
})
const key = fc.record({
  by: fc.constantFrom(...ARTICLE_SORTS),
  direction: fc.constantFrom('asc', 'desc'),
})

test('the first ones of many are those that a sort of all puts first', () => {
  fc.assert(
    fc.property(
      fc.array(article, { maxLength: 60 }),
      fc.array(key, { maxLength: 2 }),
      fc.integer({ min: 0, max: 40 }),
      (articles, keys, count) => {
        expect(sortArticles(articles, keys, count)).toEqual(sortArticles(articles, keys).slice(0, count))
      },
    ),
  )
})
