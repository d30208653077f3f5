import { expect, test } from 'vitest'
import { causesIn, FALL, fallOf, kindsIn, namedIn, pageOf } from './small-brand.ts'

test('another page ranks where it took the place of the one before on the day of the drop', () => {
  const found = causesIn({ changeOn: fallOf((keyword) => keyword === 3, { position: 2, page: 5 }) })
  expect(found.map(({ keyword, causes }) => [keyword, causes.map(({ kind }) => kind)])).toEqual([[3, ['another-page']]])
  expect(found[0]?.causes[0]).toMatchObject({ confidence: 'clear', figures: { page: 1, pageAfter: 5 } })
  expect(found[0]?.causes[0]?.figures.position).toBeCloseTo(4, 0)
})

test('a page that changed two weeks before the drop did not cause it', () => {
  const changeOn = (keyword: number, day: number) =>
    keyword === 3 && day >= FALL - 14 ? { page: 5, position: day >= FALL ? 2 : 1 } : undefined
  expect(namedIn({ changeOn })).toEqual(new Map([[3, null]]))
})

test('a slide that began a week before the page changed is not its work', () => {
  // Two thirds of the way before the page changes, and the rest on its day.
  const slide = (day: number) => 1 + (day >= FALL ? 1.2 : 0.1 * Math.max(0, day - FALL + 8))
  const changeOn = (keyword: number, day: number) =>
    keyword === 3 ? { position: slide(day), ...(day >= FALL ? { page: 5 } : {}) } : undefined
  for (const kind of kindsIn({ changeOn })) expect(kind).toBeNull()
})

test('a keyword that slid before and after the page changed has no step of that day', () => {
  // The same part each day up to the newest one: before the page changes less than half of the fall.
  for (const daysBefore of [3, 4, 5]) {
    const slide = (day: number) => 1.06 ** Math.max(0, day - FALL + daysBefore)
    const changeOn = (keyword: number, day: number) =>
      keyword === 3 ? { position: slide(day), ...(day >= FALL ? { page: 5 } : {}) } : undefined
    const found = causesIn({ changeOn }).filter(({ keyword }) => keyword === 3)
    expect(found).toHaveLength(1)
    expect(found[0]?.causes).toEqual([])
  }
})

test('a step that is no larger than the usual swing of the keyword is not the work of the page', () => {
  const swing = (day: number) => (Math.floor((day - FALL) / 2) % 2 === 0 ? 1.5 : 1)
  const changeOn = (keyword: number, day: number) =>
    keyword === 3 ? { position: swing(day) * (day >= FALL ? 1.8 : 1), ...(day >= FALL ? { page: 5 } : {}) } : undefined
  expect(namedIn({ changeOn })).toEqual(new Map([[3, null]]))
})

test('where all keywords of the page moved to another one, the page is the cause', () => {
  const changeOn = fallOf((keyword) => pageOf(keyword) === 1, { position: 2, page: 5 })
  expect(kindsIn({ changeOn })).toEqual(['one-page'])
})
