import { expect, test } from 'vitest'
import { extraBandText, similarText } from '../../../src-renderer/views/opportunities/opportunity-labels.ts'

test('the range beside extra clicks is of the extra clicks, not of all expected ones', () => {
  expect(extraBandText({ clicks: 500, low: 1900, high: 2600 })).toBe('+1,400 to +2,100')
  expect(extraBandText({ clicks: 120, low: 118, high: 260 })).toBe('−2 to +140')
  expect(extraBandText({ clicks: 120, low: 119.6, high: 260 })).toBe('0 to +140')
  expect(extraBandText({ clicks: 5, low: 6, high: 9.4 })).toBe('+1.0 to +4.4')
})

test('a detail says whether similar keywords or climbs set the reachable position', () => {
  const similar = { position: 20, basis: 'similar', similar: 32, word: 'boots' } as const
  expect(similarText(similar)).toBe(
    'A quarter of 32 keywords of this brand with the word “boots” rank there or better.',
  )
  expect(similarText({ ...similar, position: null })).toMatch(/^Half of 32 keywords/)
  expect(similarText({ ...similar, basis: 'climbs', word: null })).toBe(
    'Of 32 keywords of this brand that ranked near its position, one in ten climbed that far in 28 days.',
  )
})
