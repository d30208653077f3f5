import { expect, test } from 'vitest'
import { type BrandChanges, breaksIn } from '../../../src-main/causes/rules/breaks.ts'
import { createRandom } from '../../support/random.ts'
import { BREAK, causesIn, FIRST_DAY, fallOf, isOfTopic, kindsIn, pageOf } from './small-brand.ts'

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

test('a fall of one topic is not of many brands where the brand is in no break, but for its own keywords', () => {
  const others = { ...BREAK, brandIds: new Set(['a', 'b', 'c']) }
  expect(kindsIn({ changeOn: fallOf(isOfTopic), portfolio: { breaks: [others] } })).toEqual(['topic'])
  const alone = causesIn({ changeOn, portfolio: { breaks: [others] } }).filter(({ drop }) => drop.of === 'keyword')
  expect(new Set(alone.map(({ causes }) => causes[0]?.kind))).toEqual(new Set(['many-brands']))
})

const DAYS = 59
type Hit = { readonly brands: number; readonly day?: number; readonly step?: number }
type MovedOn = (brand: number, at: number) => number
/** Changes from day to day as chance has them, and what is added to them. */
const changesWith = (brands: number, movedOn: MovedOn): BrandChanges[] => {
  const random = createRandom(11)
  return Array.from({ length: brands }, (_, brand) => ({
    brandId: `brand ${brand}`,
    firstDay: FIRST_DAY,
    changes: Float64Array.from({ length: DAYS }, (__, at) => {
      const noise = 0.02 * (random() + random() + random() - 1.5)
      return at === 0 ? Number.NaN : noise + movedOn(brand, at)
    }),
  }))
}
const breaksWith = (brands: number, movedOn: MovedOn) =>
  breaksIn(changesWith(brands, movedOn), { from: FIRST_DAY, to: FIRST_DAY + DAYS - 1 })
/** From a day on a step over three days for those that are hit: the first brands, for each hit. */
const foundIn = (brands: number, hits: readonly Hit[]) =>
  breaksWith(brands, (brand, at) => {
    const { day = 40, step = 0.15 } = hits.find(({ brands: most }) => brand < most) ?? { step: 0 }
    return at >= day && at < day + 3 ? step / 3 : 0
  })
const found = (brands: number, hit: number) => foundIn(brands, [{ brands: hit }])

test('a break is found where more brands make a step on the same days than chance gives, with its first day', () => {
  const [one, ...more] = found(40, 9)
  expect(more).toEqual([])
  expect(one?.of).toBe(40)
  expect([...(one?.brandIds ?? [])].toSorted()).toEqual(Array.from({ length: 9 }, (_, at) => `brand ${at}`))
  expect(Math.abs((one?.firstDay ?? 0) - FIRST_DAY - 40)).toBeLessThanOrEqual(1)
  expect(one?.chance).toBeLessThan(1e-4)
})

test('a step that is small in each brand is a break where it is in many of them', () => {
  const small = { step: 0.06 }
  expect(foundIn(60, [{ brands: 5, ...small }])).toEqual([])
  const [one, ...more] = foundIn(60, [{ brands: 20, ...small }])
  expect(more).toEqual([])
  expect(Math.abs((one?.firstDay ?? 0) - FIRST_DAY - 40)).toBeLessThanOrEqual(2)
})

test('of days near each other it is the one on which the most brands fell', () => {
  const [one, ...more] = foundIn(60, [{ brands: 6, day: 36 }, { brands: 30 }])
  expect(more).toEqual([])
  expect(Math.abs((one?.firstDay ?? 0) - FIRST_DAY - 40)).toBeLessThanOrEqual(1)
})

test('two of forty brands, all of two brands, and none are no break', () => {
  expect(found(40, 2)).toEqual([])
  expect(found(2, 2)).toEqual([])
  expect(found(40, 0)).toEqual([])
  expect(breaksIn([], { from: FIRST_DAY, to: FIRST_DAY })).toEqual([])
})

test('what brands do in the same part of each week is no break', () => {
  const isWeekend = (at: number) => at % 7 < 2
  const inWeekends = (_: number, at: number) => (isWeekend(at) === isWeekend(at - 1) ? 0 : isWeekend(at) ? 0.1 : -0.1)
  expect(breaksWith(40, inWeekends)).toEqual([])
})

test('where positions stop to get better nothing fell', () => {
  expect(breaksWith(40, (brand, at) => (brand < 20 && at >= 25 && at < 40 ? -0.05 : 0))).toEqual([])
})

test('a leap of one brand days before does not date the break', () => {
  const [one, ...more] = breaksWith(40, (brand, at) =>
    brand < 9 && at === 40 ? 0.15 : brand === 0 && at === 38 ? 1.5 : 0,
  )
  expect(more).toEqual([])
  expect(one?.firstDay).toBe(FIRST_DAY + 40)
})

test('five brands that fall together are no break where three often do', () => {
  const withThrees = (days: readonly number[]) =>
    breaksWith(60, (brand, at) => {
      const isOfThree = days.some((day, index) => at === day && brand >= 3 * index && brand < 3 * index + 3)
      return isOfThree || (at === 46 && brand >= 20 && brand < 25) ? 0.3 : 0
    }).map(({ firstDay }) => firstDay - FIRST_DAY)
  expect(withThrees([])).toEqual([46])
  expect(withThrees([16, 22, 28, 34])).toEqual([])
})
