import { expect, test } from 'vitest'
import { excessOf, shareOf, tailOf } from '../../../src-main/causes/rules/chance.ts'

test('the tail is that of the binomial distribution', () => {
  expect(tailOf({ of: 3, fell: 2 }, 0.5)).toBeCloseTo(0.5)
  expect(tailOf({ of: 10, fell: 3 }, 0.1)).toBeCloseTo(0.0702, 4)
  expect(tailOf({ of: 200, fell: 200 }, 0.5)).toBeCloseTo(0.5 ** 200)
  for (const chance of [0, 0.3, 1]) expect(tailOf({ of: 5, fell: 0 }, chance)).toBe(1)
  expect(tailOf({ of: 5, fell: 1 }, 0)).toBe(0)
  expect(tailOf({ of: 5, fell: 5 }, 1)).toBe(1)
})

test('the excess is what chance does not explain of those that fell', () => {
  expect(shareOf({ of: 0, fell: 0 })).toBe(0)
  expect(excessOf({ of: 10, fell: 5 }, 0.1)).toBeCloseTo(0.8)
  expect(excessOf({ of: 10, fell: 1 }, 0.4)).toBe(0)
  expect(excessOf({ of: 40, fell: 0 }, 0.1)).toBe(0)
})
