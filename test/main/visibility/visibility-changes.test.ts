import { expect, test } from 'vitest'
import { changesBetween, type VisibilityState } from '../../../src-main/visibility/queries/visibility-versions.ts'

const state = (isOn: number, intervalDays: number | null = 7): VisibilityState => ({
  models: [
    ['a', 'A', isOn],
    ['b', 'B', 1],
  ],
  intervalDays,
})

test('a model that was switched and another interval are changes', () => {
  expect(changesBetween(state(1), state(0, 1))).toEqual([
    { kind: 'model', on: [], off: ['A'] },
    { kind: 'interval', from: 7, to: 1 },
  ])
  expect(changesBetween(state(1), state(1))).toEqual([])
})

test('what was never read, and a model that came or went, was switched by nobody', () => {
  expect(changesBetween({ models: null, intervalDays: null }, state(1))).toEqual([])
  const more: VisibilityState = { ...state(1), models: [...(state(1).models ?? []), ['c', 'C', 1]] }
  expect(changesBetween(state(1), more)).toEqual([])
  expect(changesBetween(more, state(1))).toEqual([])
})
