/** Default colours, far apart in hue, each with at least 4.5:1 against white and 3:1 against the dark theme's grey. */
export const BRAND_COLOURS = [
  '#1c6fc4',
  '#0b7f5c',
  '#b35309',
  '#9333c8',
  '#d1293d',
  '#0d7c8c',
  '#5a63d6',
  '#4d7c0f',
  '#c2267e',
  '#8a6a12',
  '#5f6b7a',
  '#a3472f',
  '#2f7d32',
  '#7a5af0',
] as const

/** The first default colour that the fewest of these brands have. */
export const nextColour = (taken: readonly string[]): string => {
  const count = (colour: string) => taken.filter((other) => other === colour).length
  const fewest = Math.min(...BRAND_COLOURS.map(count))
  return BRAND_COLOURS.find((colour) => count(colour) === fewest) ?? BRAND_COLOURS[0]
}
