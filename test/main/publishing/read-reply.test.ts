import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReply } from '../../../src-main/publishing/rules/read-reply.ts'
import { CmsReplySchema } from '../../../src-shared/service/cms.ts'

const itemsOf = (...slugs: string[]) => slugs.map((label, item) => ({ item, label, refId: label, payload: {} }))
const read = (body: Record<string, unknown>, ...slugs: string[]) =>
  readReply('publish', CmsReplySchema.parse(body), itemsOf(...slugs))
const statesOf = (body: Record<string, unknown>, ...slugs: string[]) => read(body, ...slugs).map(({ state }) => state)
const of = (articleSlug: string, status?: string, more: Record<string, unknown> = {}) => ({
  articleSlug,
  ...(status === undefined ? {} : { status }),
  ...more,
})
const reply = (results: unknown[], more: Record<string, unknown> = {}) => ({
  success: true,
  succeeded: results.length,
  failed: 0,
  results,
  ...more,
})

test('each result finds its article by slug, in any order, with its fields', () => {
  const results = [
    { articleSlug: 'two', postId: '2', postUrl: 'https://a.test/two', status: 'published' },
    { articleSlug: 'one', postId: '1', postUrl: null },
  ]
  expect(read(reply(results), 'one', 'two')).toEqual([
    { item: 0, state: 'confirmed', reason: null, result: { postId: '1' } },
    {
      item: 1,
      state: 'confirmed',
      reason: null,
      result: { postId: '2', postUrl: 'https://a.test/two', status: 'published' },
    },
  ])
})

test.each(['draft', 'publish', 'published', 'live', 'pending_review', 'in Prüfung'])(
  'status %s is kept of an article that succeeded',
  (status) => {
    expect(read(reply([of('one', status)]), 'one')).toMatchObject([{ state: 'confirmed', result: { status } }])
  },
)

const REFUSED = { success: false, succeeded: 0, failed: 1 }

test.each([
  [{ status: 'failed', error: 'handle is taken' }, 'handle is taken'],
  [{ status: 'error', message: 'no such site' }, 'no such site'],
  [{ status: 'Rejected by CMS' }, 'The service says: Rejected by CMS.'],
  [{ success: false, error: 'no rights' }, 'no rights'],
  [{ error: 'image is missing' }, 'image is missing'],
  [{ status: 'failed', error: 'no image', message: 'see the log', reason: 'E42' }, 'no image'],
  [{ status: 'failed', error: ' ', message: 'see the log', reason: 'E42' }, 'see the log'],
  [{ status: 'failed', reason: 'E42' }, 'E42'],
])('%j is a failure, with the service’s text', (fields, reason) => {
  const [outcome] = read(reply([{ articleSlug: 'one', ...fields }], REFUSED), 'one')
  expect([outcome?.state, outcome?.reason]).toEqual(['failed', reason])
})

test.each([
  [{ error: 'the site is gone', message: 'see the log' }, 'the site is gone'],
  [{ message: 'see the log' }, 'see the log'],
  [{}, 'The service reports that it did nothing.'],
])('a reply with the texts %j shows the error first, with results and without', (texts, text) => {
  for (const results of [{}, { results: [] }])
    expect(read({ ...REFUSED, ...results, ...texts }, 'one')).toMatchObject([{ state: 'failed', reason: text }])
})

test.each([
  ['publish', 'unpublished'],
  ['publish', 'skipped'],
  ['publish', 'timeout'],
  ['publish', 'published with errors'],
  ['schedule', 'cancelled'],
  ['unschedule', 'published'],
  ['unpublish', 'live'],
] as const)('a %s whose result says %s is unknown', (kind, status) => {
  const [outcome] = readReply(kind, CmsReplySchema.parse(reply([of('one', status)])), itemsOf('one'))
  expect(outcome).toMatchObject({ state: 'unknown', result: { status }, reason: expect.stringContaining(status) })
})

test('a count that is no whole number makes every article of the reply unknown', () => {
  const half = { success: true, failed: 0.5, results: [of('one', 'published')] }
  expect(statesOf(half, 'one', 'two')).toEqual(['unknown', 'unknown'])
})

describe('one article', () => {
  test.each([
    ['success alone', { success: true }, 'confirmed'],
    ['one succeeded', { succeeded: 1 }, 'confirmed'],
    ['the documented error body', { success: false, error: 'the site is gone' }, 'failed'],
    ['one failed', { failed: 1 }, 'failed'],
    ['none succeeded', { succeeded: 0 }, 'failed'],
    ['none failed', { failed: 0 }, 'unknown'],
    ['success, none succeeded', { success: true, succeeded: 0 }, 'unknown'],
    ['success, one failed', { success: true, failed: 1 }, 'unknown'],
    ['no success, one succeeded', { success: false, succeeded: 1 }, 'unknown'],
    ['no success, none failed', { success: false, failed: 0 }, 'failed'],
    ['one of both', { succeeded: 1, failed: 1 }, 'unknown'],
    ['none of both', { succeeded: 0, failed: 0 }, 'unknown'],
    ['half an article', { succeeded: 0.5 }, 'unknown'],
    ['two of one', { success: true, succeeded: 2 }, 'unknown'],
    ['minus one failed', { success: true, failed: -1 }, 'unknown'],
    ['empty results', { results: [] }, 'unknown'],
    ['empty results, success', { success: true, results: [] }, 'unknown'],
    ['empty results, one succeeded', { succeeded: 1, results: [] }, 'unknown'],
    ['empty results, all fields', { success: true, succeeded: 1, failed: 0, results: [] }, 'unknown'],
    ['empty results, one failed', { failed: 1, results: [] }, 'failed'],
    ['empty results, no success', { success: false, succeeded: 0, failed: 0, results: [] }, 'failed'],
    ['empty results, success, one failed', { success: true, failed: 1, results: [] }, 'unknown'],
    ['another spelling', { success: true, succeeded: 1, failed: 0, results: [of('One', 'published')] }, 'unknown'],
    ['a slash', { succeeded: 1, results: [of('/one/', 'published')] }, 'unknown'],
    ['encoded', { succeeded: 1, results: [of('%6Fne', 'published')] }, 'unknown'],
    ['a blank', { results: [of('one ', 'published')] }, 'unknown'],
    ['another spelling that failed', { ...REFUSED, results: [of('ONE', 'failed')] }, 'unknown'],
    ['another article', { success: true, results: [of('two', 'published')] }, 'unknown'],
    ['published', { results: [of('one', 'published')] }, 'confirmed'],
    ['published, no success', { success: false, results: [of('one', 'published')] }, 'unknown'],
    ['published, none succeeded', { succeeded: 0, results: [of('one', 'published')] }, 'unknown'],
    ['published, one failed', { success: true, failed: 1, results: [of('one', 'published')] }, 'unknown'],
    ['published, not a success', { results: [of('one', 'published', { success: false })] }, 'unknown'],
    ['published with an error', { results: [of('one', 'draft', { error: 'image is missing' })] }, 'unknown'],
    ['published with an error object', { results: [of('one', 'draft', { error: { code: 7 } })] }, 'unknown'],
    ['an empty error object', { results: [of('one', 'draft', { error: {} })] }, 'confirmed'],
    ['failed', { results: [of('one', 'failed')] }, 'failed'],
    ['failed, success', { success: true, results: [of('one', 'failed')] }, 'unknown'],
    ['failed, one succeeded', { success: true, succeeded: 1, failed: 0, results: [of('one', 'failed')] }, 'unknown'],
    ['failed, one failed', { success: true, succeeded: 0, failed: 1, results: [of('one', 'failed')] }, 'failed'],
    ['failed, a success', { results: [of('one', 'failed', { success: true })] }, 'unknown'],
    ['no status', { results: [of('one')] }, 'unknown'],
    ['no status, a blank one', { results: [of('one', '  ')] }, 'unknown'],
    ['no status, success', { success: true, results: [of('one')] }, 'confirmed'],
    ['no status, a post', { results: [of('one', undefined, { postId: '7' })] }, 'confirmed'],
    ['no status, one failed', { ...REFUSED, results: [of('one')] }, 'failed'],
    ['a post, one failed', { ...REFUSED, results: [of('one', undefined, { postId: '7' })] }, 'unknown'],
    ['twice', { succeeded: 1, results: [of('one', 'published'), of('one', 'published')] }, 'unknown'],
    ['twice, once failed', { results: [of('one', 'published'), of('one', 'failed')] }, 'unknown'],
    ['twice, in two spellings', { results: [of('one', 'published'), of('One', 'failed')] }, 'unknown'],
    ['with another article', { results: [of('one', 'published'), of('two', 'failed')] }, 'confirmed'],
  ])('%s: %j is %s', (_, body, state) => {
    expect(statesOf(body, 'one')).toEqual([state])
  })
})

describe('two articles', () => {
  const [done, bad] = [of('one', 'published'), of('two', 'failed')]
  test.each([
    ['all', { success: true }, ['confirmed', 'confirmed']],
    ['all, counted', { succeeded: 2, failed: 0 }, ['confirmed', 'confirmed']],
    ['one of each', { success: true, succeeded: 1, failed: 1 }, ['unknown', 'unknown']],
    ['one, no success', { success: false, succeeded: 1 }, ['unknown', 'unknown']],
    ['none', { success: false, error: 'the site is gone' }, ['failed', 'failed']],
    ['none, counted', { succeeded: 0, failed: 2 }, ['failed', 'failed']],
    ['one missing in the counts', { succeeded: 0, failed: 1 }, ['unknown', 'unknown']],
    ['both results', { success: false, succeeded: 1, failed: 1, results: [done, bad] }, ['confirmed', 'failed']],
    ['both results, success', { success: true, results: [done, bad] }, ['confirmed', 'failed']],
    ['both results, no success', { success: false, results: [bad, done] }, ['confirmed', 'failed']],
    ['both results, all succeeded', { succeeded: 2, failed: 0, results: [done, bad] }, ['unknown', 'unknown']],
    ['only what succeeded', { succeeded: 1, failed: 1, results: [done] }, ['confirmed', 'failed']],
    ['one result, both succeeded', { succeeded: 2, failed: 0, results: [done] }, ['confirmed', 'unknown']],
    ['one result, no counts', { success: true, results: [done] }, ['confirmed', 'unknown']],
    ['only what failed', { succeeded: 1, failed: 1, results: [bad] }, ['unknown', 'failed']],
    ['both failed, one result', { success: false, succeeded: 0, failed: 2, results: [bad] }, ['failed', 'failed']],
    ['one in another spelling', { succeeded: 2, results: [done, of('Two', 'published')] }, ['confirmed', 'unknown']],
    ['more than there are', { succeeded: 3, results: [done, of('two', 'live')] }, ['unknown', 'unknown']],
  ])('%s: %j', (_, body, states) => {
    expect(statesOf(body, 'one', 'two')).toEqual(states)
  })
})

test('an unknown article says what the service said, and names the address of the other spelling', () => {
  const postUrl = 'https://a.test/Tent-Care'
  const body = { success: true, succeeded: 1, failed: 0, results: [of('Tent-Care/', 'published', { postUrl })] }
  const [outcome] = read(body, 'tent-care')
  expect(outcome?.reason).toBe(
    'It is unknown whether it was published. The service’s results do not include it, but name "Tent-Care/". The service said: success, 1 succeeded, 0 failed, 1 result. Check it there, then choose under Activity whether it was done.',
  )
  expect(outcome?.result).toEqual({ postUrl, status: 'published' })
})

const slug = fc.constantFrom('one', 'two', 'One', '/two/', 'three', '__proto__', 'constructor', '')
const result = fc.record(
  {
    articleSlug: slug,
    status: fc.oneof(fc.constantFrom('draft', 'published', 'failed', 'error', 'skipped', ''), fc.string()),
    postId: fc.option(fc.string()),
    success: fc.boolean(),
    error: fc.oneof(fc.constantFrom('taken', ''), fc.anything()),
  },
  { requiredKeys: ['articleSlug'] },
)
const count = fc.constantFrom(-1, 0, 0.5, 1, 2, 3)
const anyReply = fc
  .record({ success: fc.boolean(), succeeded: count, failed: count, results: fc.array(result) }, { requiredKeys: [] })
  .filter((body) => CmsReplySchema.safeParse(body).success)
const slugs = fc.uniqueArray(fc.constantFrom('one', 'two', '__proto__', 'constructor'), { minLength: 1 })

/** The signs of a failure that do not need the rest of the reply. */
const isBad = ({ success, status = '', error }: { success?: boolean; status?: string; error?: unknown }) =>
  success === false || /fail|error/.test(status) || (typeof error === 'string' && error.trim() !== '')

test('an article is confirmed or failed only where nothing in the reply speaks against it, in any reply', () => {
  fc.assert(
    fc.property(anyReply, slugs, (body, asked) => {
      const outcomes = read(body, ...asked)
      expect(outcomes.map(({ item }) => item)).toEqual(asked.map((_, item) => item))
      const { success, succeeded, failed, results } = body
      for (const { item, state } of outcomes) {
        const own = results?.filter(({ articleSlug }) => articleSlug === asked[item]) ?? []
        if (state === 'confirmed') {
          expect(succeeded).not.toBe(0)
          expect(failed).not.toBe(asked.length)
          if (results !== undefined) expect(own).toHaveLength(1)
          for (const one of own) expect(isBad(one)).toBe(false)
        }
        if (state === 'failed') {
          expect(succeeded).not.toBe(asked.length)
          expect(failed === 0 && success !== false).toBe(false)
          expect(own.length).toBeLessThanOrEqual(1)
          for (const one of own) expect(/^(draft|published)$/.test(one.status ?? '')).toBe(false)
          const isStray = results?.some(({ articleSlug }) => !asked.some((one) => one === articleSlug)) ?? false
          if (own.length === 0) expect(isStray).toBe(false)
        }
      }
    }),
    { numRuns: 2000 },
  )
})

test.each([
  [{ success: false, succeeded: 1, failed: 1 }, 'The service did not say which articles failed.'],
  [{ success: true, succeeded: 1, failed: 0 }, 'The service did not say which articles failed.'],
  [{ success: true, succeeded: 0, failed: 1 }, 'The service’s reply contradicts itself.'],
  [{ success: false, succeeded: 2, failed: 0 }, 'The service’s reply contradicts itself.'],
  [{ success: true, succeeded: 3, failed: 0 }, 'The service’s reply contradicts itself.'],
])('a reply without results to two articles that counts %j leaves both unknown: %s', (counts, why) => {
  const outcomes = read(counts, 'one', 'two')
  expect(outcomes.map(({ state }) => state)).toEqual(['unknown', 'unknown'])
  for (const { reason } of outcomes) expect(reason).toContain(why)
})
