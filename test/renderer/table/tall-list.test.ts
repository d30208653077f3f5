import { expect, test } from 'vitest'
import { tallList } from '../../../src-renderer/table/table-body.tsx'

test('a list that fits is drawn in its own height', () => {
  expect(tallList(100_000, 34, 600)).toEqual({ boxPx: 3_400_000, stretch: 1 })
})

test('a list too tall for a browser is stretched so that its end is the end of the box', () => {
  const { boxPx, stretch } = tallList(10_000_000, 34, 600)
  expect(boxPx).toBeLessThan(16_000_000)
  expect((boxPx - 600) * stretch).toBeCloseTo(340_000_000 - 600, 3)
})
