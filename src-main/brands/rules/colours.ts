import { BRAND_COLOURS, initialsOf, linearLight } from '../../../src-shared/desk/values/brand-look.ts'
import { compareNames } from '../../../src-shared/desk/values/names.ts'

type Coloured = { readonly name: string; readonly colour: string }

/** Lightness and two hues in which distances are as people see them (OKLab). */
const labOf = (colour: string): readonly [number, number, number] => {
  const [, r = '80', g = '80', b = '80'] = /^#(..)(..)(..)$/.exec(colour) ?? []
  const [red, green, blue] = [linearLight(r), linearLight(g), linearLight(b)]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

type Lab = ReturnType<typeof labOf>
const between = (a: Lab, b: Lab): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** 0 for equal colours, 0.02 for ones that are hard to tell apart. */
export const distanceOf = (one: string, other: string): number => between(labOf(one), labOf(other))

/** Any two default colours are this far apart. */
export const FAR_ENOUGH = 0.06
/** Neighbours on each side in the list that get other colours. */
const NEIGHBOURS = 2

/** Those beside it in the list by name: the nearest on each side, without sorting all of them for each new one. */
const neighbours = (name: string, brands: readonly Coloured[]): readonly Coloured[] => {
  const nearest = (side: readonly Coloured[], isNearer: (one: Coloured, other: Coloured) => boolean) => {
    const found: Coloured[] = []
    for (const brand of side) {
      const at = found.findIndex((other) => isNearer(brand, other))
      found.splice(at === -1 ? found.length : at, 0, brand)
      found.length = Math.min(found.length, NEIGHBOURS)
    }
    return found
  }
  const [before, after] = [[] as Coloured[], [] as Coloured[]]
  for (const brand of brands) (compareNames(brand.name, name) > 0 ? after : before).push(brand)
  return [
    ...nearest(before, (one, other) => compareNames(one.name, other.name) >= 0),
    ...nearest(after, (one, other) => compareNames(one.name, other.name) < 0),
  ]
}

/** The colours that are far from those of the brands; where none is, the farthest. */
const farFrom = (brands: readonly Coloured[], colours: readonly string[]): readonly string[] => {
  const taken = [...new Set(brands.map(({ colour }) => colour))].map(labOf)
  const nearest = new Map(
    colours.map((colour) => {
      const lab = labOf(colour)
      return [colour, Math.min(1, ...taken.map((other) => between(lab, other)))]
    }),
  )
  const distance = (colour: string) => nearest.get(colour) ?? 0
  const far = colours.filter((colour) => distance(colour) >= FAR_ENOUGH)
  return far.length > 0 ? far : colours.toSorted((a, b) => distance(b) - distance(a)).slice(0, 1)
}

/**
 * The default colour for a new brand: far from those of its neighbours in the list, then from those of brands with the
 * same letters in their badge; of these, the first that the fewest brands have.
 */
export const nextColour = (name: string, brands: readonly Coloured[]): string => {
  const initials = initialsOf(name)
  const sameLetters = brands.filter((brand) => initialsOf(brand.name) === initials)
  const offered = farFrom(sameLetters, farFrom(neighbours(name, brands), BRAND_COLOURS))
  const counts = new Map<string, number>()
  for (const { colour } of brands) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const count = (colour: string) => counts.get(colour) ?? 0
  const fewest = Math.min(...offered.map(count))
  return offered.find((colour) => count(colour) === fewest) ?? BRAND_COLOURS[0]
}
