import { describe, expect, test } from 'vitest'
import { bandBeyond } from '../../../src-renderer/charts/chart-lines.ts'
import { axisRange, countRange, loneIndexes, positionRange } from '../../../src-renderer/charts/chart-range.ts'
import { coverageLabel, coverageParts } from '../../../src-renderer/charts/coverage.ts'
import { addDays, everyDay } from '../../../src-renderer/charts/days.ts'

describe('days', () => {
  test('are all listed between two, across months and clock changes', () => {
    expect(everyDay('2026-03-28', '2026-04-01')).toEqual([
      '2026-03-28',
      '2026-03-29',
      '2026-03-30',
      '2026-03-31',
      '2026-04-01',
    ])
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
    expect(everyDay('2026-01-02', '2026-01-01')).toEqual([])
  })
})

describe('axes', () => {
  test('position axis ends at 1, and small moves look small', () => {
    expect(positionRange(1.2, 1.4)).toEqual([1, 5])
    expect(positionRange(12, 30.5)).toEqual([11, 32])
    expect(positionRange(null, null)).toEqual([1, 10])
  })

  test('count axis starts at 0', () => {
    expect(countRange(100)).toEqual([0, 110.00000000000001])
    expect(countRange(null)).toEqual([0, 4])
  })

  test('a wide band of a forecast does not flatten the curve, and a narrow one is shown whole', () => {
    const curve = [2, 9, null, 5]
    expect(axisRange('position', curve, [])).toEqual([1, 10])
    expect(axisRange('position', curve, [1, null, 72])).toEqual([1, 19])
    expect(axisRange('position', curve, [3, 12])).toEqual([1, 13])
    expect(axisRange('count', [2, 10], [0, 400])).toEqual([0, 22])
    expect(axisRange('score', [50, 52], [10, 95])[0]).toBeCloseTo(47.4)
    expect(axisRange('position', [null], [40, 60])).toEqual([39, 61])
  })

  test('the ends of a band that the axis cuts off are known', () => {
    const curve = { kind: 'position', values: [3, 9, null] } as const
    const forecast = (low: number, high: number) => ({ forecast: { low: [low], middle: [5], high: [high] } })
    expect(bandBeyond(curve, forecast(2, 72))).toEqual([72])
    expect(bandBeyond(curve, forecast(2, 12))).toEqual([])
    const both = { forecast: { low: [10], middle: [51], high: [95] } }
    expect(bandBeyond({ kind: 'score', values: [50, 52] }, both)).toEqual([10, 95])
    expect(bandBeyond(curve, {})).toEqual([])
  })

  test('single values between gaps get a dot', () => {
    expect(loneIndexes([1, null, 2, null, 3, 4])).toEqual([0, 2])
  })
})

describe('coverage', () => {
  const coverage = { total: 20, published: 6, generated: 0, planned: 4, unused: 10 }

  test('is drawn as shares of its parts', () => {
    expect(coverageParts(coverage).map((part) => part.share)).toEqual([0.3, 0, 0.2, 0.5])
    expect(coverageLabel(coverage)).toBe('6 published, 0 generated, 4 planned, 10 unused of 20')
  })

  test('is empty for no or invalid values', () => {
    const none = coverageParts({ total: 0, published: 0, generated: -3, planned: 0, unused: 0 })
    expect(none.every((part) => part.share === 0)).toBe(true)
  })
})
