import { expect, test } from 'vitest'
import { type BrandSums, brandSums, CAUSE_DAYS } from '../../../src-main/causes/rules/brand-sums.ts'
import { causesOf } from '../../../src-main/causes/rules/causes-of.ts'
import { dropsOf } from '../../../src-main/causes/rules/drops.ts'
import { summaryOf } from '../../../src-main/causes/rules/portfolio.ts'
import { createShiftsAt } from '../../../src-main/causes/rules/shifts.ts'
import { createArrayRoom } from '../../../src-main/rankings/rules/array-room.ts'
import { toMatrix } from '../../support/cause-trials/matrix.ts'
import { createWorld } from '../../support/cause-trials/world.ts'
import { CALM, FACTS } from './small-brand.ts'

const answersOf = (brand: BrandSums) => {
  const [shiftsAt, drops] = [createShiftsAt(brand), dropsOf(brand)]
  return {
    causes: causesOf({ brand, facts: FACTS, portfolio: CALM, shiftsAt, drops }),
    summary: summaryOf('brand', brand, shiftsAt, drops),
  }
}

test('brands of any size that use the memory of the one before have the same drops and causes', () => {
  const { brands } = createWorld({ seed: 607, brands: 8, keywords: 120, length: 90, noise: 1, breakDays: [80] })
  const days = brands.map(({ columns }, at) => {
    const own = columns.slice(0, at % 2 === 0 ? 120 : 40)
    return toMatrix(
      new Map(
        own.map(({ pages, positions, clicks, impressions }, index) => [
          index,
          {
            pages: pages.slice(-CAUSE_DAYS),
            positions: positions.slice(-CAUSE_DAYS),
            clicks: clicks.slice(-CAUSE_DAYS),
            impressions: impressions.slice(-CAUSE_DAYS),
          },
        ]),
      ),
    )
  })
  const known = Array<boolean>(CAUSE_DAYS).fill(true)
  const room = createArrayRoom()
  const [again, apart] = [room, undefined].map((memory) =>
    days.map((one) => answersOf(brandSums({ firstDay: 20_400, known, days: one }, memory))),
  )
  expect(apart?.flatMap(({ causes }) => causes).length).toBeGreaterThan(50)
  expect(again).toEqual(apart)
})

test('memory that is used again is empty, and too large memory is not kept', () => {
  const room = createArrayRoom()
  const first = room('days', 16)
  new Uint8Array(first).fill(7)
  expect(room('days', 8)).toBe(first)
  expect([...new Uint8Array(first)]).toEqual([...Array<number>(8).fill(0), ...Array<number>(8).fill(7)])
  expect(room('others', 8)).not.toBe(first)
  const large = room('days', 2_000_000)
  expect(large.byteLength).toBe(2_000_000)
  expect(room('days', 2_000_000)).not.toBe(large)
})
