import { expect, test } from 'vitest'
import { comparisonText, periodText } from '../../../src-renderer/format/periods.ts'

const now = { from: '2026-10-25', to: '2026-11-21' }

test('a comparison names the newer period first', () => {
  expect(comparisonText(now, { from: '2026-09-27', to: '2026-10-24' })).toBe('25 Oct – 21 Nov vs 27 Sep – 24 Oct')
  expect(comparisonText(now, null)).toBe('25 Oct – 21 Nov')
})

test('a single day is named once', () => {
  expect(periodText({ from: '2026-11-21', to: '2026-11-21' })).toBe('21 Nov')
})
