import { expect, test } from 'vitest'
import { type BrandFalls, createBrandFalls, fallsOf } from '../../../src-main/causes/rules/falls.ts'
import { createShiftsAt, FELL, GONE, HELD, swingsOf, UNTOLD } from '../../../src-main/causes/rules/shifts.ts'
import { FALL, smallBrand } from './small-brand.ts'

test('what fell beside a keyword is counted without itself: on its page, of those that vanished, and elsewhere', () => {
  const rows = [0, 1, 2, 3]
  const falls = {
    shifts: { states: Uint8Array.of(UNTOLD, HELD, FELL, GONE) },
    ofPage: (page: number) => (page === 7 ? { rows, of: 3, fell: 2, gone: 1, worse: 2 } : undefined),
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

test('the keywords of a page are one list while they are the same, and another one once a page differs', () => {
  const brand = smallBrand((keyword, day) => (day < FALL ? undefined : keyword === 0 ? { position: 40 } : undefined))
  const brandFalls = createBrandFalls(brand)
  const at = (onset: number) => {
    const shifts = createShiftsAt(brand)(onset)
    if (shifts === null) throw new Error('There are too few days.')
    return brandFalls(shifts)
  }
  const page = brand.days.pages[0] ?? 0
  const [first, second] = [at(FALL), at(FALL - 2)]
  expect(first.ofPage(page)?.rows).toContain(0)
  expect(second.ofPage(page)?.rows).toBe(first.ofPage(page)?.rows)
  expect(first.all).toEqual({ of: brand.size, fell: 1, worse: expect.any(Number) })
  const last = first.ofPage(page)?.rows.at(-1) ?? 0
  brand.days.pages.fill(page + 1, last * brand.length, (last + 1) * brand.length)
  const moved = at(FALL)
  expect(moved.ofPage(page)?.rows).toEqual(first.ofPage(page)?.rows.slice(0, -1))
  expect(moved.ofPage(page + 1)?.rows).toContain(last)
  expect(first.ofPage(page)?.rows).toContain(last)
  brand.days.pages.fill(page, last * brand.length, (last + 1) * brand.length)
  expect(at(FALL).ofPage(page)).toEqual(first.ofPage(page))
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
