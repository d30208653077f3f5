import { expect, test } from 'vitest'
import { type NextStep, nextStepOf } from '../../../src-renderer/state/intent-fix.ts'
import type { Intent } from '../../../src-shared/desk/intents.ts'

const COUNTS = { total: 3, confirmed: 0, failed: 0, skipped: 0, unknown: 0 }
type Given = Partial<Pick<Intent, 'kind' | 'details' | 'needsApproval' | 'reason'>> & {
  readonly counts?: Partial<Intent['counts']>
}
const step = (state: Intent['state'], { counts, ...given }: Given = {}, isKeyBad = false): NextStep =>
  nextStepOf(
    { kind: 'publish', details: {}, reason: null, ...given, state, counts: { ...COUNTS, ...counts } },
    isKeyBad,
  )

test('an action that passes by itself, or is over, needs nobody', () => {
  expect(step('held')).toBe('hold')
  expect(step('ready')).toBe('wait')
  expect(step('in_flight')).toBe('wait')
  expect(step('confirmed', { counts: { confirmed: 3 } })).toBe('none')
  expect(step('cancelled')).toBe('none')
})

test('articles that failed are fixed, pitches that were skipped are fixed and sent again', () => {
  expect(step('failed', { counts: { failed: 3 } })).toBe('fix')
  expect(step('partly_done', { counts: { confirmed: 2, failed: 1 } })).toBe('fix')
  expect(step('partly_done', { kind: 'queue', counts: { confirmed: 1, skipped: 2 } })).toBe('resend')
  expect(step('failed', { kind: 'queue', counts: { failed: 3 } })).toBe('retry')
  expect(step('failed', { kind: 'discover', counts: { failed: 1 } })).toBe('retry')
})

test('a move that failed is retried as one action', () => {
  const move = {
    id: 'm',
    entryId: 'article_1',
    articleSlug: 'a',
    from: '2026-11-20T09:00:00.000Z',
    to: '2026-11-21T09:00:00.000Z',
  }
  expect(step('failed', { kind: 'schedule', details: { move }, counts: { failed: 1 } })).toBe('retry')
})

test('articles that failed for trouble that ends by itself are retried as they are', () => {
  const failed = (reason: string) => step('failed', { counts: { failed: 1 }, reason })
  expect(failed('WordPress answered 401: the application password has expired.')).toBe('fix')
  expect(failed('Acme: the service did not answer in time. Try again later.')).toBe('retry')
  expect(failed('WordPress answered 503.')).toBe('retry')
})

test('without a good key the key comes first, and an unknown outcome before it', () => {
  expect(step('failed', { counts: { failed: 3 } }, true)).toBe('key')
  expect(step('ready', {}, true)).toBe('key')
  expect(step('unknown', { counts: { unknown: 3 } }, true)).toBe('decide')
  expect(step('partly_done', { counts: { failed: 1, unknown: 1 } })).toBe('decide')
  expect(step('confirmed', { counts: { confirmed: 3 } }, true)).toBe('none')
  expect(step('held', { needsApproval: true })).toBe('approve')
})
