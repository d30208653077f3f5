import { describe, expect, it } from 'vitest'
import {
  formatBytes,
  formatPosition,
  formatShare,
  formatShort,
  formatWhole,
  plural,
} from '../../../src-renderer/format/numbers.ts'

describe('numbers as they are shown', () => {
  it('writes no value as a dash, never as 0', () => {
    for (const format of [formatWhole, formatShort, formatPosition, formatShare, formatBytes]) {
      expect(format(null)).toBe('—')
      expect(format(undefined)).toBe('—')
    }
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
  })
})
