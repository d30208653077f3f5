import { expect, test } from 'vitest'
import { syncedText } from '../../../../src-renderer/views/cannibalisation/conflict-labels.ts'

test('clicks name the days that are synced, and both ends where brands have fewer and more', () => {
  expect(syncedText({ leastDays: 55, mostDays: 55 })).toBe('55 synced days')
  expect(syncedText({ leastDays: 1, mostDays: 1 })).toBe('1 synced day')
  expect(syncedText({ leastDays: 30, mostDays: 90 })).toBe('30 to 90 synced days')
})
