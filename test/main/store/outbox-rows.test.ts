import { expect, test } from 'vitest'
import { isWaiting } from '../../../src-main/pitches/queries/outbox-rows.ts'

test.each([
  'queued',
  'scheduled',
  'pending',
  'not_sent',
  'Not yet sent',
  'pending_delivery',
  'queued_for_sending',
  'to be sent',
])('"%s": a pitch is queued, unless it has a sent time', (status) => {
  expect(isWaiting({ status, sentAt: null })).toBe(true)
  expect(isWaiting({ status, sentAt: '2026-01-01T12:00:00.000Z' })).toBe(false)
})

test.each(['sent', 'sending', 'delivered', 'not_opened', 'pending_reply', 'replied', 'bounced', 'failed', 'cancelled'])(
  '"%s": no pitch can be unsent',
  (status) => expect(isWaiting({ status, sentAt: null })).toBe(false),
)
