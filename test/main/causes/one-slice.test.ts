import { expect, test } from 'vitest'
import { createShiftsAt } from '../../../src-main/causes/rules/shifts.ts'
import type { SliceDays } from '../../../src-main/causes/rules/situation.ts'
import { type ChangeOn, causesIn, fallOf, kindsIn, pageOf, smallBrand } from './small-brand.ts'

const isOnPage = (keyword: number) => pageOf(keyword) === 2
const slice = (name: string, changeOn: ChangeOn): SliceDays => ({
  of: 'device',
  name,
  shiftsAt: createShiftsAt(smallBrand(changeOn)),
})
const STEADY: ChangeOn = () => undefined
const changeOn = fallOf(isOnPage, { position: 1.5, clicks: 0.6 })

test('one device fell where its positions did and those of the others did not', () => {
  const slices = [slice('mobile', fallOf(isOnPage, { position: 2 })), slice('desktop', STEADY)]
  const found = causesIn({ changeOn, facts: { slices } })
  expect(found.length).toBeGreaterThanOrEqual(8)
  for (const { causes, unchecked } of found) {
    expect(causes[0]).toMatchObject({ kind: 'one-slice', confidence: 'clear', figures: { slice: { name: 'mobile' } } })
    expect(causes[0]?.figures.slice?.change).toBeCloseTo(1, 1)
    expect(causes[0]?.figures.slice?.others).toBeCloseTo(0, 1)
    expect(unchecked).not.toContain('no-slices')
  }
})

test('a fall on all devices, or on the only one that is stored, is not of one device', () => {
  const fallen = fallOf(isOnPage, { position: 2 })
  expect(kindsIn({ changeOn, facts: { slices: [slice('mobile', fallen), slice('desktop', fallen)] } })).toEqual([
    'one-page',
  ])
  expect(kindsIn({ changeOn, facts: { slices: [slice('mobile', fallen)] } })).toEqual(['one-page'])
})
