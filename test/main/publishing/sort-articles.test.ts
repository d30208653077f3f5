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

test('what needs a person comes first, then what is next, then what is out, then what was never out', () => {
  const of = (articleSlug: string, state: Article['state'], day: number | null): Article => ({
    ...{ brandId: 'one', articleSlug, title: null, seenIn: 'publish', state, lastPublishedAt: null, provider: null },
    ...{ at: day === null ? null : `2026-11-${10 + day}T09:00:00.000Z`, url: null, providers: [], impact: null },
  })
  const articles = [
    of('page', null, null),
    of('out-before', 'confirmed', 1),
    of('out', 'published', 3),
    of('later', 'scheduled', 9),
    of('soon', 'held', 6),
    of('overdue', 'overdue', 4),
    of('failed', 'failed', 2),
  ]
  const order = ['overdue', 'failed', 'soon', 'later', 'out', 'out-before', 'page']
  expect(sortArticles(articles, [{ by: 'next', direction: 'asc' }]).map((one) => one.articleSlug)).toEqual(order)
})
