import { expect, test } from 'vitest'
import { extraBandText } from '../../../src-renderer/views/opportunities/opportunity-labels.ts'

test('the range beside extra clicks is of the extra clicks, not of all expected ones', () => {
  expect(extraBandText({ clicks: 500, low: 1900, high: 2600 })).toBe('1.4K–2.1K')
  expect(extraBandText({ clicks: 120, low: 118, high: 260 })).toBe('-2.0–140')
})
