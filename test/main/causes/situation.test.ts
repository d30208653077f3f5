import { expect, test } from 'vitest'
import { createShiftsAt, FELL, GONE, HELD, swingsOf, UNTOLD } from '../../../src-main/causes/rules/shifts.ts'
import { type BrandFalls, fallsOf } from '../../../src-main/causes/rules/situation.ts'
import { FALL, smallBrand } from './small-brand.ts'

test('what fell beside a keyword is counted without itself: on its page, of those that vanished, and elsewhere', () => {
  const rows = [0, 1, 2, 3]
  const falls = {
    shifts: { states: Uint8Array.of(UNTOLD, HELD, FELL, GONE) },
    byPage: new Map([[7, { rows, of: 3, fell: 2, gone: 1, worse: 2 }]]),
    ...{ all: { of: 10, fell: 4, worse: 5, gone: 1 }, pages: { of: 5, fell: 2 } },
  } as unknown as BrandFalls // what is counted
  const elsewhere = {
    elsewhere: { of: 7, fell: 2 },
    worse: { of: 7, fell: 3 },
    pages: { of: 5, fell: 2 },
    ofPage: rows,
  }
  const besideOf = (index: number) => fallsOf(falls, index, 7)
  expect(besideOf(0)).toEqual({ ...elsewhere, gone: { of: 3, fell: 1 }, page: { of: 3, fell: 2 } })
  expect(besideOf(1)).toEqual({ ...elsewhere, gone: { of: 2, fell: 1 }, page: { of: 2, fell: 2 } })
  expect(besideOf(2)).toEqual({ ...elsewhere, gone: { of: 2, fell: 1 }, page: { of: 2, fell: 1 } })
  expect(besideOf(3)).toEqual({ ...elsewhere, gone: { of: 2, fell: 0 }, page: { of: 2, fell: 1 } })
  expect(fallsOf(falls, 3, 0)).toMatchObject({
    ...{
      gone: { of: 0, fell: 0 },
      page: { of: 0, fell: 0 },
      elsewhere: { of: 10, fell: 4 },
      worse: { of: 10, fell: 5 },
    },
  })
})

test('a keyword that fell to half of its place moved by some thirteen swings, one that left by six', () => {
  const brand = smallBrand((keyword, day) =>
    day < FALL ? undefined : keyword === 0 ? { position: 2 } : { isGone: true },
  )
  const shifts = createShiftsAt(brand)(FALL)
  const swings = shifts === null ? [] : [0, 1].map((row) => swingsOf(brand, shifts, row))
  // The logarithm of two, through half of the common swing at place 4 (0.1) and of its own (2% by chance, of three days).
  expect(swings[0]).toBeGreaterThan(12)
  expect(swings[0]).toBeLessThan(14.5)
  expect(swings[1]).toBe(6)
})
