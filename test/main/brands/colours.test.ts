import { describe, expect, it } from 'vitest'
import { BRAND_COLOURS, nextColour } from '../../../src-main/brands/rules/colours.ts'

const channel = (hex: string): number => {
  const value = Number.parseInt(hex, 16) / 255
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
/** Relative luminance of WCAG 2. */
const luminance = (colour: string): number =>
  0.2126 * channel(colour.slice(1, 3)) + 0.7152 * channel(colour.slice(3, 5)) + 0.0722 * channel(colour.slice(5, 7))
const contrast = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

describe('default colours of brands', () => {
  it.each(BRAND_COLOURS)('%s has enough contrast with white text, white and dark grey', (colour) => {
    expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colour, '#1a1b1e')).toBeGreaterThanOrEqual(3)
  })

  it('have a fixed order, each used once before any is reused', () => {
    const taken: string[] = []
    for (let brand = 0; brand < 2 * BRAND_COLOURS.length; brand += 1) taken.push(nextColour(taken))
    expect(taken).toEqual([...BRAND_COLOURS, ...BRAND_COLOURS])
    expect(new Set(BRAND_COLOURS).size).toBeGreaterThanOrEqual(12)
  })

  it('are reused when free again', () => {
    expect(nextColour([BRAND_COLOURS[0], BRAND_COLOURS[2]])).toBe(BRAND_COLOURS[1])
    expect(nextColour(['#000000'])).toBe(BRAND_COLOURS[0])
  })
})
