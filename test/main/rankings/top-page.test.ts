import { expect, test } from 'vitest'
import { topPage } from '../../../src-main/rankings/queries/ingest/day.ts'

const page = (name: string, impressions: number, position = 1) => ({
  page: name,
  clicks: 0,
  impressions,
  ctr: 0,
  position,
})

test('page that ranked is the one seen most often, of equals the first', () => {
  expect(topPage([page('a', 2), page('b', 9), page('c', 9)])).toBe('b')
  expect(topPage([page('a', 0)])).toBe('a')
  expect(topPage([])).toBeUndefined()
  expect(topPage(null)).toBeUndefined()
})
