import { expect, test } from 'vitest'
import { lastFiredText } from '../../../../src-renderer/views/alerts/alert-words.ts'

test('a rule says when it fired last, or that it has not yet', () => {
  const nowMs = Date.parse('2026-11-27T12:00:00Z')
  const [all, one] = [{ of: 'all' as const }, { of: 'brands' as const, brandIds: ['b1'] }]
  expect(lastFiredText({ lastDay: '2026-11-26', scope: all }, nowMs)).toBe('Last alert of any brand: Thu 26 Nov')
  expect(lastFiredText({ lastDay: '2026-11-26', scope: one }, nowMs)).toBe('Last alert: Thu 26 Nov')
  expect(lastFiredText({ lastDay: null, scope: all }, nowMs)).toBe('Has not fired yet')
})
