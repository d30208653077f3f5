import { expect, test } from 'vitest'
import { addMonths, comparedWith, isMonth, monthPeriod } from '../../../src-shared/desk/values/report-period.ts'

test('a month has its first and last day, also in a leap year', () => {
  expect(monthPeriod('2026-10')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(monthPeriod('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(isMonth({ from: '2026-02-01', to: '2026-02-28' })).toBe(true)
  expect(isMonth({ from: '2026-02-01', to: '2026-02-27' })).toBe(false)
})

test('a month is compared with the month before, other days with as many days before', () => {
  expect(comparedWith(monthPeriod('2026-03'), 'previous')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(comparedWith({ from: '2026-03-02', to: '2026-03-15' }, 'previous')).toEqual({
    from: '2026-02-16',
    to: '2026-03-01',
  })
})

test('a comparison with last year keeps the days, and a whole month stays whole', () => {
  expect(comparedWith(monthPeriod('2029-02'), 'lastYear')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(comparedWith({ from: '2028-02-20', to: '2028-02-29' }, 'lastYear')).toEqual({
    from: '2027-02-20',
    to: '2027-02-28',
  })
})
