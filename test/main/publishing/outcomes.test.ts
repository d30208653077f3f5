import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outcomesOf } from '../../../src-main/publishing/kinds.ts'
import { CmsReplySchema } from '../../../src-shared/service/cms.ts'

const itemsOf = (...slugs: [string, ...string[]]) => {
  const [first, ...rest] = slugs.map((label, item) => ({ item, label, refId: label, payload: {} }))
  if (first === undefined) throw new Error('no slug')
  return [first, ...rest] as const
}

const reply = (results: Record<string, unknown>[], more: Record<string, unknown> = {}) =>
  CmsReplySchema.parse({ success: true, succeeded: results.length, failed: 0, results, ...more })

test('each result finds its item by slug, in any order', () => {
  const results = [
    { articleSlug: 'two', postId: '2', postUrl: 'https://a.test/two', status: 'published' },
    { articleSlug: 'one', postId: '1', postUrl: null },
  ]
  expect(outcomesOf(reply(results), itemsOf('one', 'two'))).toEqual([
    { item: 0, state: 'confirmed', reason: null, result: { postId: '1' } },
    {
      item: 1,
      state: 'confirmed',
      reason: null,
      result: { postId: '2', postUrl: 'https://a.test/two', status: 'published' },
    },
  ])
})

test.each([
  [{ status: 'failed', error: 'handle is taken' }, 'handle is taken'],
  [{ status: 'error', message: 'no such site' }, 'no such site'],
  [{ status: 'Rejected by CMS' }, 'The service says: Rejected by CMS.'],
  [{ success: false, error: 'no rights' }, 'no rights'],
  [{ status: 'draft', error: 'image is missing' }, 'image is missing'],
  [{ status: 'failed', error: 'no image', message: 'see the log', reason: 'E42' }, 'no image'],
  [{ status: 'failed', error: ' ', message: 'see the log', reason: 'E42' }, 'see the log'],
  [{ status: 'failed', reason: 'E42' }, 'E42'],
])('%j is a failure, with the service’s text', (fields, reason) => {
  const [outcome] = outcomesOf(reply([{ articleSlug: 'one', ...fields }]), itemsOf('one'))
  expect([outcome?.state, outcome?.reason]).toEqual(['failed', reason])
})

test.each(['draft', 'publish', 'published', 'live', 'pending_review', undefined])(
  'status %s is not a failure',
  (status) => {
    expect(outcomesOf(reply([{ articleSlug: 'one', status }]), itemsOf('one'))[0]?.state).toBe('confirmed')
  },
)

test('an article missing in the results has failed, with the text of the reply if it has any', () => {
  expect(outcomesOf(reply([]), itemsOf('one'))[0]).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/do not include/),
  })
  const refused = reply([], { success: false, error: 'the site is gone' })
  expect(outcomesOf(refused, itemsOf('one'))[0]).toMatchObject({ state: 'failed', reason: 'the site is gone' })
})

test.each([
  [{ error: 'the site is gone', message: 'see the log' }, 'the site is gone'],
  [{ message: 'see the log' }, 'see the log'],
  [{}, null],
])('a reply with the texts %j shows the error first, with results and without', (texts, text) => {
  const refused = { success: false, ...texts }
  const [missing] = outcomesOf(reply([], refused), itemsOf('one'))
  expect(missing?.reason).toBe(text ?? "The service's results do not include it.")
  const [nothing] = outcomesOf(CmsReplySchema.parse(refused), itemsOf('one'))
  expect(nothing?.reason).toBe(text ?? 'The service reports that it did nothing.')
})

test('a reply that says that nothing was published fails all articles', () => {
  const nothing = reply([{ articleSlug: 'one', status: 'draft' }], { success: false, succeeded: 0, failed: 1 })
  expect(outcomesOf(nothing, itemsOf('one'))[0]?.state).toBe('failed')
})

test.each([
  [{ success: true }, 'confirmed'],
  [{ succeeded: 2, failed: 0 }, 'confirmed'],
  [{ success: true, succeeded: 1, failed: 1 }, 'unknown'],
  [{ success: false, succeeded: 1 }, 'unknown'],
  [{ success: false, error: 'the site is gone' }, 'failed'],
  [{ succeeded: 0, failed: 2 }, 'failed'],
  [{ succeeded: 0 }, 'failed'],
])('a reply without results, %j, applies to all its articles: %s', (body, state) => {
  const outcomes = outcomesOf(CmsReplySchema.parse(body), itemsOf('one', 'two'))
  expect(outcomes.map((outcome) => outcome.state)).toEqual([state, state])
})

test('each item has one outcome, with any results', () => {
  const slug = fc.constantFrom('one', 'two', 'three', '__proto__', 'constructor', '')
  const result = fc.record(
    { articleSlug: slug, status: fc.option(fc.string()), postId: fc.option(fc.string()), error: fc.anything() },
    { requiredKeys: ['articleSlug'] },
  )
  fc.assert(
    fc.property(fc.array(result), fc.uniqueArray(slug, { minLength: 1 }), (results, slugs) => {
      const [first = '', ...rest] = slugs
      const outcomes = outcomesOf(reply(results), itemsOf(first, ...rest))
      expect(outcomes.map(({ item }) => item)).toEqual(slugs.map((_, item) => item))
      for (const { item, state } of outcomes)
        if (!results.some(({ articleSlug }) => articleSlug === slugs[item])) expect(state).toBe('failed')
    }),
  )
})
