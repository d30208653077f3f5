import { expect, test } from 'vitest'
import type { ChartSeries } from '../../../src-renderer/charts/chart-options.ts'
import { readoutOf } from '../../../src-renderer/charts/chart-readout.ts'

const score = (values: readonly (number | null)[]): ChartSeries => ({
  label: 'Score',
  kind: 'score',
  unit: 'of 100',
  values,
  format: (value) => String(value),
})

test('a chart with few days names what happened since its day before', () => {
  const days = ['2025-11-02', '2025-11-10', '2025-11-20']
  const marks = ['2025-11-05', '2025-11-10', '2025-11-19'].map((day) => ({ day, label: day, texts: [`of ${day}`] }))
  const texts = days.map((_, index) => readoutOf({ days, series: score([70, 72, 72]), marks }, index))
  expect(texts[0]).not.toContain('of 2025')
  expect(texts[1]).toContain('5 Nov 2025: of 2025-11-05 · of 2025-11-10')
  expect(texts[2]).toMatch(/19 Nov 2025: of 2025-11-19$/)
})

test('the pointer names the expected value beside the actual one, and alone on days to come', () => {
  const days = ['2025-11-02', '2025-11-03']
  const forecast = { low: [1, 2], middle: [3, 4], high: [5, 6] }
  const chart = { days, series: score([9, null]), marks: [], forecast }
  expect(readoutOf(chart, 0)).toContain('9; 3 expected, 1 to 5')
  expect(readoutOf(chart, 1)).toMatch(/: 4 expected, 2 to 6$/)
})
