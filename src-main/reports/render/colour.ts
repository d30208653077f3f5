// The colours of a report, made of the agency's own: dark enough for what they are used for on white.

type Rgb = readonly [number, number, number]

const rgbOf = (colour: string): Rgb => {
  const [, r = '1c', g = '3d', b = '5a'] = /^#(..)(..)(..)$/.exec(colour) ?? []
  return [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)]
}

const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const linear = (part: number): number => {
  const value = part / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** Contrast with white, 1 to 21 (WCAG). */
export const contrastWithWhite = (colour: string): number => {
  const [r, g, b] = rgbOf(colour).map(linear) as [number, number, number]
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
}

/** The colour itself, or darker by as much as it needs. */
const darkened = (colour: string, contrast: number): string => {
  let rgb = rgbOf(colour)
  while (contrastWithWhite(hexOf(rgb)) < contrast) rgb = [rgb[0] * 0.94, rgb[1] * 0.94, rgb[2] * 0.94]
  return hexOf(rgb)
}

export type Accents = {
  /** Can be read. */
  readonly text: string
  /** Lines and bars of charts can be seen. */
  readonly line: string
  /** What says nothing: the colour as it is, unless it is next to white. */
  readonly decor: string
}

export const accentsOf = (colour: string): Accents => ({
  text: darkened(colour, 4.5),
  line: darkened(colour, 3),
  decor: darkened(colour, 1.2),
})

/** Mixed with white: 0 is white, 1 the colour. */
export const tint = (colour: string, share: number): string => {
  const [r, g, b] = rgbOf(colour)
  return hexOf([r, g, b].map((part) => 255 - (255 - part) * share) as [number, number, number])
}
