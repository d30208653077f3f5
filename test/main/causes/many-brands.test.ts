import { expect, test } from 'vitest'
import { type BrandStepDays, breaksIn } from '../../../src-main/causes/rules/breaks.ts'
import { createRandom } from '../../support/random.ts'
import { BREAK, causesIn, FIRST_DAY, fallOf, kindsIn, pageOf } from './small-brand.ts'

const changeOn = fallOf((keyword) => keyword % 3 !== 0)

test('many brands fell at once where the brand is in the break and its drops began with it; others are counted only', () => {
  const found = causesIn({ changeOn, portfolio: { breaks: [BREAK] } })
  const keywords = found.filter(({ drop }) => drop.of === 'keyword')
  expect(keywords).toHaveLength(26)
  for (const { causes } of keywords) {
    expect(causes[0]).toMatchObject({ kind: 'many-brands', since: BREAK.firstDay })
    expect(causes[0]?.figures).toEqual({ brands: { of: 40, fell: 4 }, together: { of: 32, fell: expect.any(Number) } })
  }
})

test('a break of other days, or a drop of one page in the days of a break, is not of many brands', () => {
  const earlier = { ...BREAK, firstDay: BREAK.firstDay - 6 }
  expect(kindsIn({ changeOn, portfolio: { breaks: [earlier] } })).toEqual(['whole-site'])
  const others = { ...BREAK, brandIds: new Set(['a', 'b', 'c']) }
  const alone = fallOf((keyword) => keyword === 3)
  expect(kindsIn({ changeOn: alone, portfolio: { breaks: [others] } })).toEqual([null])
  expect(kindsIn({ changeOn: fallOf((keyword) => pageOf(keyword) === 2), portfolio: { breaks: [earlier] } })).toEqual([
    'one-page',
  ])
})

const DAYS = 59
/** Steps as chance has them, and on day 40 one over three days for those that are hit. */
const stepsOf = (brands: number, hit: number): BrandStepDays[] => {
  const random = createRandom(11)
  return Array.from({ length: brands }, (_, brand) => ({
    brandId: `brand ${brand}`,
    firstDay: FIRST_DAY,
    common: 0.02,
    steps: Float64Array.from({ length: DAYS }, (__, day) => {
      const noise = 0.02 * (random() + random() + random() - 1.5)
      return brand < hit && day >= 40 && day < 46 ? noise + 0.05 * Math.min(3, day - 39) : noise
    }),
  }))
}
const found = (brands: number, hit: number) =>
  breaksIn(stepsOf(brands, hit), { from: FIRST_DAY, to: FIRST_DAY + DAYS - 1 })

test('a break is found where more brands make a step on the same days than chance gives, with its first day', () => {
  const [one, ...more] = found(40, 9)
  expect(more).toEqual([])
  expect(one?.of).toBe(40)
  expect([...(one?.brandIds ?? [])].toSorted()).toEqual(Array.from({ length: 9 }, (_, at) => `brand ${at}`))
  expect(Math.abs((one?.firstDay ?? 0) - FIRST_DAY - 40)).toBeLessThanOrEqual(1)
  expect(one?.chance).toBeLessThan(1e-4)
})

test('two of forty brands, all of two brands, and none are no break', () => {
  expect(found(40, 2)).toEqual([])
  expect(found(2, 2)).toEqual([])
  expect(found(40, 0)).toEqual([])
  expect(breaksIn([], { from: FIRST_DAY, to: FIRST_DAY })).toEqual([])
})
