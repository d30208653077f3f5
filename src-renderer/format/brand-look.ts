/** Two letters for a name: of its first two words, else its first two letters. */
export const initialsOf = (name: string): string => {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const [first = '?', second] = words
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]]
  return letters.join('').toLocaleUpperCase()
}

const channel = (hex: string): number => {
  const value = Number.parseInt(hex, 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2). */
export const luminanceOf = (colour: string): number => {
  const [, red = '80', green = '80', blue = '80'] = /^#(..)(..)(..)$/.exec(colour) ?? []
  return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)
}

export const contrastOf = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

/** Black itself: a softer ink would leave mid tones such as #0c8599 under 4.5:1 both ways. */
const INK = '#000000'

/** Black or white, whichever is read better on this colour; one of them always has at least 4.5:1. */
export const inkOn = (colour: string): string => {
  const luminance = luminanceOf(colour)
  return contrastOf(luminance, 1) >= contrastOf(luminance, luminanceOf(INK)) ? '#ffffff' : INK
}

/** Offered for new brands, told apart by most eyes. */
export const BRAND_COLOURS = [
  '#3b5bdb',
  '#0c8599',
  '#2b8a3e',
  '#e67700',
  '#c2255c',
  '#7048e8',
  '#d9480f',
  '#1098ad',
  '#5c940d',
  '#a61e4d',
  '#364fc7',
  '#846358',
] as const

/** A colour for the nth brand. */
export const brandColour = (index: number): string => BRAND_COLOURS[index % BRAND_COLOURS.length] ?? BRAND_COLOURS[0]
