import { describe, expect, it } from 'vitest'
import {
  formatBytes,
  formatDecimal,
  formatPosition,
  formatShare,
  formatShort,
  formatWhole,
  plural,
  shownChange,
} from '../../../src-renderer/format/numbers.ts'

describe('numbers as they are shown', () => {
  it('rounds two positions before it takes their difference, and keeps the direction', () => {
    expect(shownChange(-1.94, 2.14, 4.08)).toBe(-2)
    expect(shownChange(0.02, 1.16, 1.14)).toBe(0.1)
    expect(shownChange(0.02, 1.14, 1.12)).toBe(0)
    // 1.92 − 0.07 is 1.8499…, shown as 1.8.
    expect(formatDecimal(1.92 - 0.07)).toBe('1.8')
    expect(shownChange(0.07, 1.92 - 0.07, 1.92)).toBe(0.1)
    // No float is 1.15 or 2.65, and both are shown rounded up.
    expect([formatDecimal(1.15), formatDecimal(2.65)]).toEqual(['1.2', '2.7'])
    expect(shownChange(1, 1.65, 2.65)).toBe(1)
    expect(shownChange(0.03, 1.15, 1.18)).toBe(0)
    expect(shownChange(-8.4, 1008.44, 1000)).toBe(-8.4)
    expect(shownChange(3, null, 4)).toBe(3)
    expect(shownChange(null, 1, 4)).toBeNull()
  })
  it('writes no value as a dash, never as 0', () => {
    for (const format of [formatWhole, formatShort, formatPosition, formatShare, formatBytes]) {
      expect(format(null)).toBe('—')
      expect(format(undefined)).toBe('—')
    }
  })
  it('writes whole numbers as the browser does', () => {
    const { format } = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
    const counts = [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 9_610_950, 2 ** 53 - 1, 2 ** 60, 0.5, 1234.5, 2.4999]
    for (const count of counts.flatMap((value) => [value, -value])) expect(formatWhole(count)).toBe(format(count))
    expect(formatWhole(Number.NaN)).toBe(format(Number.NaN))
  })
  it('shortens only insignificant digits', () => {
    expect(formatShort(9_999)).toBe('9,999')
    expect(formatShort(12_345)).toBe('12.3K')
    expect(formatShort(4_000_000)).toBe('4M')
  })
  it('shows a whole position without a decimal', () => {
    expect(formatPosition(3)).toBe('3')
    expect(formatPosition(3.26)).toBe('3.3')
  })
  it('reads a share as 0 to 1', () => {
    expect(formatShare(0.0345)).toBe('3.5%')
  })
  it('writes bytes in the unit that fits', () => {
    expect(formatBytes(0)).toBe('0 B')
    expect(formatBytes(1024)).toBe('1.0 KB')
    expect(formatBytes(183_000_000)).toBe('175 MB')
  })
  it('counts have labels', () => {
    expect(plural(1, 'brand')).toBe('1 brand')
    expect(plural(1_200, 'brand')).toBe('1,200 brands')
    expect(plural(1.2, 'click')).toBe('1 click')
  })
})
