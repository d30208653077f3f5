import { expect, test } from 'vitest'
import { dayChanges, stepsOver } from '../../../src-main/causes/rules/brand-steps.ts'
import { positionSums } from '../../../src-main/causes/rules/brand-sums.ts'

const KEYWORDS = 12
const without = new Float32Array()
/** All keywords at the same positions; 0: not ranking. */
const changesAt = (positions: readonly number[], unknown: readonly number[] = []): number[] => {
  const { length } = positions
  const values = new Float32Array(KEYWORDS * length).map((_, at) => positions[at % length] ?? 0)
  const keywords = Float64Array.from({ length: KEYWORDS }, (_, at) => at)
  const days = { keywords, length, positions: values, clicks: without, impressions: without, pages: new Uint32Array() }
  const changes = dayChanges(
    positionSums(
      positions.map((_, at) => !unknown.includes(at)),
      days,
    ),
  )
  return Array.from(changes, (one) => Math.round(1000 * one) / 1000)
}

test('a change is against the whole day before, over days that are not whole, and unknown after longer gaps', () => {
  const ten = 10 * Math.exp(0.1)
  expect(changesAt([10, ten, 10])).toEqual([Number.NaN, 0.1, -0.1])
  expect(changesAt([10, 80, 80, ten], [1, 2])).toEqual([Number.NaN, 0, 0, 0.1])
  expect(changesAt([10, 80, 80, 80, ten, ten], [1, 2, 3])).toEqual([...Array<number>(5).fill(Number.NaN), 0])
  expect(changesAt([10, 0, 10])).toEqual([Number.NaN, Number.NaN, Number.NaN])
  expect(changesAt([10, 90])).toEqual([Number.NaN, 0.35])
})

test('a step is what moved over its days, without what the week before it drifted by', () => {
  const drift = Array<number>(10).fill(0.01)
  const step = stepsOver([Number.NaN, ...drift, 0.11, 0.06], 2)
  expect(step.slice(0, 9)).toEqual(new Float64Array(9).fill(Number.NaN))
  expect(Array.from(step.slice(9), (one) => Math.round(1000 * one) / 1000 + 0)).toEqual([0, 0, 0.1, 0.15])
})
