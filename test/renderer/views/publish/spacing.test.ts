import { expect, test } from 'vitest'
import { spacedDays } from '../../../../src-renderer/views/publish/picked-panel.tsx'

test('articles are as many days apart as asked', () => {
  const spacing = { first: '2026-11-27', everyDays: 3, isWeekdaysOnly: false }
  expect(spacedDays(3, spacing)).toEqual(['2026-11-27', '2026-11-30', '2026-12-03'])
})

test('a weekend day becomes the Monday after it, and no day comes twice', () => {
  const spacing = { first: '2026-11-27', everyDays: 1, isWeekdaysOnly: true }
  expect(spacedDays(3, spacing)).toEqual(['2026-11-27', '2026-11-30', '2026-12-01'])
  expect(spacedDays(1, { ...spacing, first: '2026-11-29' })).toEqual(['2026-11-30'])
})
