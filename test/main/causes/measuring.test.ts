import { expect, test } from 'vitest'
import { CAUSE_DAYS } from '../../../src-main/causes/rules/brand-sums.ts'
import { dropsOf } from '../../../src-main/causes/rules/drops.ts'
import { causesIn, FALL, kindsIn, smallBrand } from './small-brand.ts'

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

test('keywords that are seen often and are gone at once were not left out', () => {
  const changeOn = (keyword: number, day: number) => (keyword % 3 === 0 && day >= FALL ? { isGone: true } : undefined)
  expect(kindsIn({ changeOn })).not.toContain('measuring')
})

test('days that are not stored are no drop', () => {
  const known = Array.from({ length: CAUSE_DAYS }, (_, day) => day < CAUSE_DAYS - 2 || day % 2 === 0)
  expect(dropsOf(smallBrand(() => undefined, known))).toEqual([])
})
