import { expect, test } from 'vitest'
import { packDay, unpackDay } from '../../../src-main/rankings/rules/packed-day.ts'
import { repackDay } from '../../../src-main/rankings/rules/repack-day.ts'

const row = (keyword: number, page: number, clicks = keyword) => ({
  keyword,
  page,
  clicks,
  position: null,
  impressions: 0.5,
})
const days = packDay([row(3, 0), row(7, 40), row(9, 41)])

test('day under other numbers keeps its values, in the order of the new numbers', () => {
  const keywords = new Map([
    [3, 900],
    [7, 100],
    [9, 5],
  ])
  const pages = new Map([
    [40, 2],
    [41, 1],
  ])
  expect(unpackDay(repackDay(days, keywords, pages))).toEqual([row(5, 1, 9), row(100, 2, 7), row(900, 0, 3)])
})

test('day in which two keywords became one keeps the first', () => {
  const keywords = new Map([
    [3, 1],
    [7, 1],
    [9, 2],
  ])
  expect(
    unpackDay(
      repackDay(
        days,
        keywords,
        new Map([
          [40, 1],
          [41, 1],
        ]),
      ),
    ),
  ).toEqual([row(1, 0, 3), row(2, 1, 9)])
})

test('day that names a number without a text is refused', () => {
  const others = new Map([3, 4, 5].map((number) => [number, number]))
  expect(() => repackDay(days, others, new Map())).toThrow('not in its list of texts')
})

test('day of few bytes that says it has more keywords than there are texts is refused before it is unpacked', () => {
  const bomb = packDay([])
  new DataView(bomb.buffer, bomb.byteOffset).setUint32(6, 2 ** 32 - 1, true)
  expect(bomb).toHaveLength(14)
  expect(() => repackDay(bomb, new Map([[1, 1]]), new Map())).toThrow('A day has 4294967295 keywords')
})

test('day that has fewer or more bytes than its rows is refused', () => {
  const numbers = new Map([3, 7, 9, 40, 41].map((number) => [number, number]))
  for (const part of [days.subarray(0, -1), Buffer.concat([days, Buffer.of(0)])])
    expect(() => repackDay(part, numbers, numbers)).toThrow(`A packed day has ${part.length} bytes`)
})
