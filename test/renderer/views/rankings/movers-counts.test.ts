// The counts beside and under the list of movers are of the rows that it shows.
import { expect, test } from 'vitest'
import { keptOf, MOVERS_MAX } from '../../../../src-renderer/data/mover-rows.ts'
import { countTextOf, orderText } from '../../../../src-renderer/views/rankings/movers-order.ts'
import { summaryOf } from '../../../../src-renderer/views/rankings/movers-view.tsx'

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

test('many losses leave the gains their half of the list', () => {
  expect(keptOf({ losses: 532, gains: 47 })).toEqual({ losses: 453, gains: 47 })
  expect(keptOf({ losses: 20, gains: 900 })).toEqual({ losses: 20, gains: 480 })
  expect(keptOf({ losses: 700, gains: 700 })).toEqual({ losses: 250, gains: 250 })
  expect(keptOf({ losses: 700, gains: 0 })).toEqual({ losses: 500, gains: 0 })
})

test('the line under real moves says what the list holds, and the order of more than one row', () => {
  const textOf = (losses: number, gains: number, isSorted = false) =>
    orderText({ moves: 'real', total: Math.min(MOVERS_MAX, losses + gains), isSorted, sides: { losses, gains } })
  expect(textOf(532, 47)).toBe('453 of 532 that fell, biggest losses first, then all 47 that climbed; Export has all')
  expect(textOf(532, 47, true)).toBe('453 of 532 that fell and all 47 that climbed; Export has all')
  expect(textOf(1532, 0)).toBe('500 of 1,532 that fell, biggest losses first; Export has all')
  expect(textOf(0, 700)).toBe('500 of 700 that climbed, biggest gains first; Export has all')
  expect(textOf(450, 50)).toBe('biggest losses of clicks first, then the biggest gains')
  expect(textOf(12, 0)).toBe('biggest losses of clicks first')
  expect(textOf(0, 12)).toBe('biggest gains of clicks first')
  for (const none of [textOf(1, 0), textOf(0, 1), textOf(0, 0), textOf(12, 3, true)]) expect(none).toBeNull()
})
