/** Default colours, far apart in hue, all of one luminance: at least 4.5:1 against white, and 3:1 against dark grey. */
export const BRAND_COLOURS = [
  '#1c70c6',
  '#0b7f5c',
  '#b45409',
  '#9e45cf',
  '#d42a3e',
  '#0d7b8a',
  '#5a63d6',
  '#4d7c0f',
  '#cc2884',
  '#8b6b12',
  '#647180',
  '#b75035',
  '#307f33',
  '#7452ef',
] as const

/** The first default colour that the fewest of these brands have. */
export const nextColour = (taken: readonly string[]): string => {
  const count = (colour: string) => taken.filter((other) => other === colour).length
  const fewest = Math.min(...BRAND_COLOURS.map(count))
  return BRAND_COLOURS.find((colour) => count(colour) === fewest) ?? BRAND_COLOURS[0]
}
