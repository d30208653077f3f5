import type uPlot from 'uplot'
import { expect, test } from 'vitest'
import { chartOptions } from '../../../src-renderer/charts/chart-options.ts'

test('the axis of a change writes the minus sign that all figures have', () => {
  const series = { label: 'Clicks', values: [-50, 0, 25], kind: 'change', unit: '%', format: String } as const
  const rest = { bands: [], marks: [], widthPx: 300, heightPx: 120, syncKey: undefined, onPoint: () => undefined }
  const values = chartOptions({ series, ...rest }).axes?.[1]?.values
  if (typeof values !== 'function') throw new Error('The axis has no labels of its own.')
  expect(values({} as uPlot, [-50, 0, 25], 1, 25, 25)).toEqual(['−50', '0', '25']) // the chart is not read
})
