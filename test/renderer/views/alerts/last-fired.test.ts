import { expect, test } from 'vitest'
import { lastFiredText } from '../../../../src-renderer/views/alerts/alert-words.ts'

test('a rule says when it fired last, or that it has not yet', () => {
  const nowMs = Date.parse('2026-11-27T12:00:00Z')
  expect(lastFiredText({ lastDay: '2026-11-26' }, nowMs)).toBe('Last alert: Thu 26 Nov')
  expect(lastFiredText({ lastDay: null }, nowMs)).toBe('Has not fired yet')
})
