// The counts beside and under the list of movers are of the rows that it shows.
import { expect, test } from 'vitest'
import { MOVERS_MAX } from '../../../../src-renderer/data/rank-rows.ts'
import { countTextOf, summaryOf } from '../../../../src-renderer/views/rankings/movers-view.tsx'

test('what fell and climbed is counted beside all real moves, and not beside some of them', () => {
  const real = { lastDay: '2026-11-26', fell: 1424, climbed: 47 }
  const shown = { moves: 'real', pair: null, real } as const
  const all = summaryOf({ ...shown, isNarrowed: false }) ?? ''
  expect(all).toMatch(/^1,424 fell, 47 climbed · /)
  expect(summaryOf({ ...shown, isNarrowed: true })).toBe(all.replace('1,424 fell, 47 climbed · ', ''))
})

test('a list of all moves that is as long as a reply may be says that it has the largest', () => {
  expect(countTextOf({ moves: 'all', total: MOVERS_MAX })).toBe('500 largest moves')
  expect(countTextOf({ moves: 'day', total: MOVERS_MAX })).toBe('500 largest moves')
  expect(countTextOf({ moves: 'all', total: MOVERS_MAX - 1 })).toBeUndefined()
  // These say so beside the count: the biggest losses come first.
  expect(countTextOf({ moves: 'real', total: MOVERS_MAX })).toBeUndefined()
})
