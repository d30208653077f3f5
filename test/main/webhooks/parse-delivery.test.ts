// What is read from a body, at the border of each limit, and which secret opens a brand.
import { describe, expect, test } from 'vitest'
import { parseDelivery } from '../../../src-main/webhooks/parse-delivery.ts'
import { digestSecret, isPreviousOpen, matchSecret, type SecretEntry } from '../../../src-main/webhooks/secret-match.ts'

const parsed = (body: unknown) => parseDelivery(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))
const published = (article: unknown) => parsed({ event: 'article.published', article })
const SHAPE = 'The body is not of the shape { event, article }: '

describe('a body', () => {
  test('with an article is accepted up to its limits, its slug without spaces around it', () => {
    expect(published({ title: '', slug: ' one ' })).toEqual({
      ...{ event: 'article.published', slug: 'one', title: '', status: 'accepted', reason: null },
    })
    expect(published({ title: 't'.repeat(2000), slug: 's'.repeat(2000) }).status).toBe('accepted')
    expect(parsed({ event: 'e'.repeat(200), article: {} })).toMatchObject({ status: 'unknown-event', reason: null })
  })

  test('of another event is kept, with its article where that can be read', () => {
    const other = { event: 'article.deleted', status: 'unknown-event', reason: null }
    expect(parsed({ event: 'article.deleted', article: { title: 'T', slug: 's' } })).toEqual({
      ...{ ...other, slug: 's', title: 'T' },
    })
    expect(parsed({ event: 'article.deleted' })).toEqual({ ...other, slug: null, title: null })
  })

  test.each([
    [' \n', 'The body is empty.'],
    ['{', 'The body is not JSON.'],
    ['[]', `${SHAPE}the body: must be an object`],
    ['null', `${SHAPE}the body: must be an object`],
    [{ article: {} }, `${SHAPE}event: is missing`],
    [{ event: '' }, `${SHAPE}event: is empty`],
    [{ event: 7 }, `${SHAPE}event: must be text`],
    [{ event: 'e'.repeat(201) }, `${SHAPE}event: is longer than 200 characters`],
  ])('%j is rejected without an event: %s', (body, reason) => {
    expect(parsed(body)).toEqual({ event: null, slug: null, title: null, status: 'rejected', reason })
  })

  test.each([
    [undefined, 'article: is missing'],
    ['text', 'article: must be an object'],
    [{ slug: 's' }, 'article.title: is missing'],
    [{ title: 't'.repeat(2001), slug: 's' }, 'article.title: is longer than 2000 characters'],
    [{ title: 'T' }, 'article.slug: is missing'],
    [{ title: 'T', slug: '  ' }, 'article.slug: is empty'],
    [{ title: 'T', slug: 's'.repeat(2001) }, 'article.slug: is longer than 2000 characters'],
  ])('of an article that was published with %j is rejected: %s', (article, problem) => {
    expect(published(article)).toMatchObject({
      event: 'article.published',
      status: 'rejected',
      reason: SHAPE + problem,
    })
  })

  test('that is no UTF-8 is rejected', () => {
    expect(parseDelivery(Buffer.from([0xff, 0xfe]))).toMatchObject({ reason: 'The body is not UTF-8.' })
  })
})

test('a secret opens its own brand, or any where none is named, and the one before it until its time is over', () => {
  const salt = 'salt'
  const entry = (secret: string, before?: string): SecretEntry => ({
    current: digestSecret(salt, secret),
    previous: before === undefined ? null : digestSecret(salt, before),
    previousUntilMs: before === undefined ? null : 100,
  })
  const entries = new Map([
    ['one', entry('first')],
    ['two', entry('second', 'old')],
  ])
  const match = (secret: string, brandId: string | null | undefined, nowMs = 99) =>
    matchSecret({ salt, entries }, { secret, brandId, nowMs })
  expect(match('first', 'one')).toEqual({ brandId: 'one', secretUsed: 'current' })
  expect(match('second', null)).toEqual({ brandId: 'two', secretUsed: 'current' })
  expect(match('old', null)).toEqual({ brandId: 'two', secretUsed: 'previous' })
  expect(match('old', 'two', 100)).toBeNull()
  for (const brandId of ['two', 'three', undefined]) expect(match('first', brandId)).toBeNull()
  expect(isPreviousOpen(entry('first'), 0)).toBe(false)
})
