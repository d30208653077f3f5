import { expect, test } from 'vitest'
import { CAUSE_DAYS } from '../../../src-main/causes/rules/brand-sums.ts'
import { dropsOf } from '../../../src-main/causes/rules/drops.ts'
import { causesIn, FALL, FIRST_DAY, kindsIn, smallBrand } from './small-brand.ts'

test('the newest days hold a part of their clicks where nearly all keywords are seen less from one day to the next', () => {
  const changeOn = (_: number, day: number) => (day >= CAUSE_DAYS - 2 ? { impressions: 0.3 } : undefined)
  const found = causesIn({ changeOn })
  expect(found.length).toBeGreaterThan(4)
  for (const { causes, unchecked } of found) {
    expect(causes.map(({ kind }) => kind)).toEqual(['measuring'])
    expect(causes[0]?.figures).toMatchObject({ together: { of: 40, fell: 40 } })
    expect(unchecked).toContain('too-new')
  }
})

test('partial days some days ago are measuring, where what came after them is whole again', () => {
  const changeOn = (_: number, day: number) =>
    day >= CAUSE_DAYS - 4 && day < CAUSE_DAYS - 1 ? { impressions: 0.2 } : undefined
  const found = causesIn({ changeOn })
  expect(found.length).toBeGreaterThan(4)
  for (const { causes, day } of found) {
    expect(causes[0]).toMatchObject({ kind: 'measuring', since: FIRST_DAY + CAUSE_DAYS - 4 })
    expect(day).toBe(FIRST_DAY + CAUSE_DAYS - 4)
  }
})

test('fewer searches that stay so for a week, or come by and by, are demand', () => {
  const stays = (_: number, day: number) => (day >= CAUSE_DAYS - 7 ? { impressions: 0.35 } : undefined)
  const slope = (_: number, day: number) =>
    day >= CAUSE_DAYS - 6 ? { impressions: 1 - 0.15 * (day - CAUSE_DAYS + 7) } : undefined
  expect(kindsIn({ changeOn: stays })).toEqual(['demand'])
  expect(kindsIn({ changeOn: slope })).toEqual(['demand'])
})

test('a fall of clicks that goes on after partial days is not theirs', () => {
  const changeOn = (_: number, day: number) =>
    day < CAUSE_DAYS - 8
      ? undefined
      : { clicks: 0.5, impressions: day >= CAUSE_DAYS - 8 && day < CAUSE_DAYS - 6 ? 0.6 : 1 }
  expect(kindsIn({ changeOn })).not.toContain('measuring')
})

test('the service left out the keywords that are seen least where they and none else are gone at once', () => {
  const isRare = (keyword: number) => keyword % 3 === 0
  const changeOn = (keyword: number, day: number) =>
    isRare(keyword) ? (day >= FALL ? { isGone: true } : { impressions: 0.1 }) : undefined
  const found = causesIn({ changeOn })
  expect(found).toHaveLength(14)
  for (const { causes } of found) {
    expect(causes[0]).toMatchObject({ kind: 'measuring', confidence: 'clear' })
    expect(causes[0]?.figures.controls?.fell).toBe(0)
  }
})

test('a keyword that is gone for a day longer was left out with those that are back', () => {
  const isRare = (keyword: number) => keyword % 3 === 0
  const changeOn = (keyword: number, day: number) => {
    if (!isRare(keyword)) return undefined
    const until = keyword === 0 ? CAUSE_DAYS : CAUSE_DAYS - 1
    return day >= CAUSE_DAYS - 4 && day < until ? { isGone: true } : { impressions: 0.1 }
  }
  const found = causesIn({ changeOn }).filter(({ drop }) => drop.kind === 'lost')
  expect(found.map(({ keyword, causes }) => [keyword, causes[0]?.kind])).toEqual([[0, 'measuring']])
})

test('the least seen keywords were left out although the others fell: what ranked lowest did not go first', () => {
  const isRare = (keyword: number) => keyword % 3 === 0
  const changeOn = (keyword: number, day: number) => {
    const position = (keyword % 2 === 0 ? 1 : 4) * (day >= FALL && !isRare(keyword) ? 1.5 : 1)
    if (!isRare(keyword)) return { position }
    return day >= FALL ? { isGone: true } : { impressions: 0.1, position }
  }
  const lost = causesIn({ changeOn }).filter(({ drop }) => drop.kind === 'lost')
  expect(lost).toHaveLength(14)
  for (const { causes } of lost) expect(causes[0]?.kind).toBe('measuring')
})

test('the lowest keywords were not left out where the others fell: they fell out of what is listed', () => {
  const isLow = (keyword: number) => keyword % 3 === 0
  const changeOn = (keyword: number, day: number) => {
    if (!isLow(keyword)) return day >= FALL ? { position: 1.5 } : undefined
    return day >= FALL ? { isGone: true } : { impressions: 0.1, position: 15 }
  }
  expect(kindsIn({ changeOn })).not.toContain('measuring')
})

test('keywords that are seen often and are gone at once were not left out', () => {
  const changeOn = (keyword: number, day: number) => (keyword % 3 === 0 && day >= FALL ? { isGone: true } : undefined)
  expect(kindsIn({ changeOn })).not.toContain('measuring')
})

test('days that are not stored are no drop', () => {
  const known = Array.from({ length: CAUSE_DAYS }, (_, day) => day < CAUSE_DAYS - 2 || day % 2 === 0)
  expect(dropsOf(smallBrand(() => undefined, known))).toEqual([])
})
