// Flags of days that lie close together become one, with all their events and a line for each day.
import { expect, test } from 'vitest'
import { mergeFlags } from '../../../src-renderer/charts/chart-flags.ts'

const WIDTH = 16
const flags = (...marks: [x: number, count: number][]) =>
  mergeFlags(
    marks.map(([x, count]) => ({ x, count })),
    (count) => (count > 9 ? 2 * WIDTH : WIDTH),
    2,
  ).map(({ x, count, lines }) => [x, count, lines])

test('flags that have room side by side stay apart', () => {
  expect(flags([0, 1], [18, 2])).toEqual([
    [0, 1, [0]],
    [18, 2, [18]],
  ])
})

test('flags without room become one over the first day, with the sum and each line', () => {
  expect(flags([0, 1], [17, 2], [40, 1])).toEqual([
    [0, 3, [0, 17]],
    [40, 1, [40]],
  ])
})

test('a flag that became wider takes in the next one too', () => {
  expect(flags([0, 5], [17, 5], [25, 1])).toEqual([[0, 11, [0, 17, 25]]])
  expect(flags([0, 5], [25, 1])).toEqual([
    [0, 5, [0]],
    [25, 1, [25]],
  ])
})

test('no marks have no flags', () => {
  expect(flags()).toEqual([])
})
