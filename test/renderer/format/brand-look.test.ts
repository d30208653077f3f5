import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrastOf, luminanceOf, markColours } from '../../../src-renderer/format/brand-look.ts'
import { BRAND_COLOURS } from '../../../src-shared/desk/values/brand-look.ts'

const contrastOn = (colour: string): number => {
  const { ground, ink } = markColours(colour)
  return contrastOf(luminanceOf(ground), luminanceOf(ink))
}

describe('a brand’s look', () => {
  it('is readable on every colour', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(hex, (colour) => {
        expect(contrastOn(colour)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
  it('keeps the colours that are offered as they are, or nearly', () => {
    for (const colour of BRAND_COLOURS) {
      const shift = Math.abs(luminanceOf(markColours(colour).ground) - luminanceOf(colour))
      expect(shift).toBeLessThan(0.1)
    }
  })
})
