import { expect, test } from 'vitest'
import { type ClickModel, expectedAt, sumOf } from '../../../src-main/opportunities/rules/expected-clicks.ts'
import { agencyGrowth, brandGrowth, seenSums, timesSeen } from '../../../src-main/opportunities/rules/seen-growth.ts'
import { simulateAgency } from '../../support/click-simulation.ts'
import { summaryOf, tryBrands } from '../../support/click-trials.ts'

test('expected clicks of keywords that rose are nearer to what came than one curve for all, and the band holds it', () => {
  const { trials, expected, fixed, inside } = summaryOf(tryBrands(simulateAgency(5, 2)))
  expect(trials).toBeGreaterThan(300)
  expect(expected).toBeLessThan(0.7 * fixed)
  expect(inside).toBeGreaterThan(0.7)
  expect(inside).toBeLessThan(0.9)
})

test('a keyword is as sure as its clicks and its brand say: few clicks leave doubt, and without a position only the brand speaks', () => {
  const curve = { points: [], at: (position: number) => 1 / position, doubtAt: () => 0.2, keywords: 0.5 }
  const growth = { first: 0, below: 0 }
  const model: ClickModel = { plain: curve, branded: curve, growth, drift: 0.1, shift: 0.05 }
  const ask = (clicks: number, position: number | null) =>
    expectedAt(model, { isBranded: false, measured: { clicks, impressions: 80, position }, target: 2 })
  // It has 6 clicks of 10 that the curve expects at position 8, so 8 of 12 with the prior of 2: at position 2, 2/3 of 40.
  expect(ask(6, 8)).toEqual({ clicks: 80 * 0.5 * (8 / 12), own: 1 / 8 + 0.1, shared: 0.25 })
  expect(ask(6, null)).toEqual({ clicks: 40, own: 0.5 + 0.1, shared: 0.25 })
})

test('what keywords have of their own evens out in a sum, what they share does not', () => {
  const one = { clicks: 10, own: 0.4, shared: 0.1 }
  const sum = sumOf(Array.from({ length: 100 }, () => one))
  expect(sum.clicks).toBeCloseTo(1000)
  expect(sum.own).toBeCloseTo(0.004)
  expect(sum.shared).toBeCloseTo(0.1)
  expect(sumOf([])).toEqual({ clicks: 0, own: 0, shared: 0 })
})

test('impressions grow with a climb as they did for keywords that climbed, and not at all where none did', () => {
  const rows = Array.from({ length: 40 }, (_, keyword) => {
    const to = 12 + (keyword % 5)
    const measured = (position: number) => ({ clicks: 0, impressions: Math.round(9000 / position), position })
    return { keyword, isBranded: false, before: measured(30 + keyword), now: measured(to) }
  })
  const sums = seenSums(rows)
  const { growth } = brandGrowth(sums, agencyGrowth([sums]))
  expect(timesSeen(growth, 40, 20)).toBeGreaterThan(1.8)
  expect(timesSeen(growth, 40, 20)).toBeLessThan(2.2)
  const none = brandGrowth(seenSums([]), agencyGrowth([]))
  expect(none).toEqual({ growth: { first: 0, below: 0 }, shift: null })
  expect(timesSeen(none.growth, 40, 2)).toBe(1)
})
