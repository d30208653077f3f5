// A small sample of the trials of test/faults/impact-verdicts.test.ts, with a fixed seed.
import { expect, test } from 'vitest'
import { runTrials } from '../../support/impact-trials.ts'

test('articles without an effect seldom get a verdict, and effects above the detectable size are found', () => {
  const { none, impressions, position, above } = runTrials({ trials: 40, seed: 2, length: 88, keywords: 200 })
  expect(none.runs).toBe(40)
  expect(none.found).toBeLessThanOrEqual(2)
  for (const of of [impressions, position]) {
    expect(of.runs).toBe(40)
    expect(of.found).toBeLessThanOrEqual(3)
  }
  expect(above.runs).toBeGreaterThan(10)
  expect(above.found / above.runs).toBeGreaterThanOrEqual(0.8)
})
