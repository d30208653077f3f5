import { linearLight } from '../../src-shared/desk/values/brand-look.ts'

/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2). */
export const luminanceOf = (colour: string): number => {
  const [, red = '80', green = '80', blue = '80'] = /^#(..)(..)(..)$/.exec(colour) ?? []
  return 0.2126 * linearLight(red) + 0.7152 * linearLight(green) + 0.0722 * linearLight(blue)
}

export const contrastOf = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

const BLACK = '#000000'
const WHITE = '#ffffff'
/** What small text needs (WCAG 2, level AA). */
const READABLE = 4.5
/** Below this, white on a darkened colour would no longer look like the brand's. */
const NEARLY_READABLE = 3

const darken = (colour: string, share: number): string =>
  colour.replace(/[0-9a-f]{2}/gi, (hex) =>
    Math.round(Number.parseInt(hex, 16) * (1 - share))
      .toString(16)
      .padStart(2, '0'),
  )

const readableShade = (colour: string): string => {
  for (let share = 0; share < 0.5; share += 0.03) {
    const shade = darken(colour, share)
    if (contrastOf(luminanceOf(shade), 1) >= READABLE) return shade
  }
  return colour
}

export type MarkColours = { readonly ground: string; readonly ink: string }

/** A brand's colour as a ground for its initials: white on it or on a shade slightly darker, black on light ones. */
export const markColours = (colour: string): MarkColours =>
  contrastOf(luminanceOf(colour), 1) < NEARLY_READABLE
    ? { ground: colour, ink: BLACK }
    : { ground: readableShade(colour), ink: WHITE }

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** How a colour stands out from white paper, 1 to 21 (WCAG 2). */
export const contrastOnWhite = (colour: string): number => contrastOf(luminanceOf(colour), 1)
