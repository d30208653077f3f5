// What a brand's badge is made of: desk and window agree on it, so that brands whose badges look alike get other colours.

/** Default colours, far apart, all of one luminance: at least 4.5:1 against white, and 3:1 against dark grey. */
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
  '#a05870',
  '#7c58a0',
  '#7452ef',
] as const

const wordsOf = (name: string): readonly (readonly string[])[] =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => [...word.toLocaleUpperCase()])

/** Two letters for a name: of its first two words, else its first two letters. */
export const initialsOf = (name: string): string => {
  const [first = ['?'], second] = wordsOf(name)
  return (second === undefined ? first.slice(0, 2) : [first[0], second[0]]).join('')
}

/** Three letters for a name, the best first: mostly of its first word, then of its second, then of any. */
function* threeLettersOf(name: string): Generator<string> {
  const [first = ['?'], ...others] = wordsOf(name)
  const [second = []] = others
  const starts = [
    [...first.slice(0, 2), ...second.slice(0, 1)],
    [...first.slice(0, 1), ...second.slice(0, 2)],
    [first[0], ...others.slice(0, 2).map((word) => word[0])],
    first.slice(0, 3),
  ]
  for (const start of starts) if (start.length === 3) yield start.join('')
  const letters = [...first, ...others.flat()]
  for (const [at, one] of letters.slice(1).entries())
    for (const other of letters.slice(at + 2)) yield `${letters[0]}${one}${other}`
}

const freeLetters = (name: string, taken: ReadonlySet<string>): string | undefined => {
  for (const letters of threeLettersOf(name)) if (!taken.has(letters)) return letters
  return undefined
}

/** The letters of each brand's badge, by its name: two, and three where several brands have the same two. */
export const badgeLetters = (names: readonly string[]): ReadonlyMap<string, string> => {
  const groups = Map.groupBy([...new Set(names)].sort(), initialsOf)
  const letters = new Map<string, string>()
  const taken = new Set<string>()
  for (const [initials, group] of groups)
    for (const name of group) {
      const free = group.length === 1 ? undefined : freeLetters(name, taken)
      letters.set(name, free ?? initials)
      taken.add(free ?? initials)
    }
  return letters
}

/** What a brand is found by. */
export const brandText = ({ name, tags }: { readonly name: string; readonly tags: readonly string[] }): string =>
  `${name} ${tags.join(' ')}`

/** Two digits of a colour as light (sRGB), 0 to 1. */
export const linearLight = (hex: string): number => {
  const value = Number.parseInt(hex, 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
