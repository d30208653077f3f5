import { describe, expect, it } from 'vitest'
import { distanceOf, FAR_ENOUGH, nextColour } from '../../../src-main/brands/rules/colours.ts'
import { BRAND_COLOURS, initialsOf } from '../../../src-shared/desk/values/brand-look.ts'

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

const FIRST = ['Alder', 'Anchor', 'Arbor', 'Ashford', 'Beacon', 'Bramble', 'Cedar', 'Copper', 'Dalton', 'Ember']
const SECOND = ['Interiors', 'Tours', 'Outdoor', 'Law', 'Dental', 'Energy', 'Coffee', 'Motors', 'Audio', 'Home']
/** 200 names, in no order of the alphabet. */
const manyNames = (): string[] =>
  Array.from({ length: 200 }, (_, at) => `${FIRST[(at * 7) % 10]} ${SECOND[Math.floor(at / 10) % 10]} ${at % 3}`)

/** Colours of brands that are added one after the other. */
const inOrder = (names: readonly string[]): ReadonlyMap<string, string> => {
  const brands: { name: string; colour: string }[] = []
  for (const name of names) brands.push({ name, colour: nextColour(name, brands) })
  return new Map(brands.map(({ name, colour }) => [name, colour]))
}
const distance = (colours: ReadonlyMap<string, string>, one: string, other: string | undefined): number =>
  distanceOf(colours.get(one) ?? '', colours.get(other ?? '') ?? '')

describe('default colours of brands', () => {
  it.each(BRAND_COLOURS)('%s has enough contrast with white text, white and dark grey', (colour) => {
    expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colour, '#1a1b1e')).toBeGreaterThanOrEqual(3)
  })

  it('are as far apart as OKLab says', () => {
    const fromBlack = ['#ffffff', '#ff0000', '#00ff00', '#0000ff', '#010101'].map((one) => distanceOf('#000000', one))
    for (const [at, distance] of [1, 0.6788, 0.9152, 0.5499, 0.0672].entries())
      expect(fromBlack[at]).toBeCloseTo(distance, 4)
    expect(distanceOf('#ff0000', '#0000ff')).toBeCloseTo(0.5371, 4)
  })

  it('are far apart', () => {
    const near = BRAND_COLOURS.flatMap((one, at) =>
      BRAND_COLOURS.slice(0, at).filter((other) => distanceOf(one, other) < FAR_ENOUGH),
    )
    expect(near).toEqual([])
  })

  it('are the same for the same brands, and none is used twice as often as another', () => {
    const colours = inOrder(manyNames())
    expect(inOrder(manyNames())).toEqual(colours)
    const counts = BRAND_COLOURS.map((colour) => [...colours.values()].filter((other) => other === colour).length)
    expect(Math.max(...counts)).toBeLessThan(2 * Math.min(...counts))
  })

  it('are far from those of the neighbours in the list, whatever the order in which 200 brands are added', () => {
    for (const names of [manyNames(), manyNames().toReversed(), manyNames().toSorted((a, b) => a.length - b.length)]) {
      const colours = inOrder(names)
      const sorted = names.toSorted(new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare)
      const near = sorted.slice(1).filter((name, at) => distance(colours, name, sorted[at]) < FAR_ENOUGH)
      expect(near).toEqual([])
    }
  })

  it('are others for brands with the same letters, as long as there are others', () => {
    const names = ['Alder Interiors', 'Zebra Foods', 'Arbor Interiors', 'Mango Tea', 'Anchor Interiors']
    const colours = inOrder(names)
    const same = names.filter((name) => initialsOf(name) === 'AI').map((name) => colours.get(name))
    expect(new Set(same).size).toBe(3)
  })

  it('leave alone what a person chose, and keep away from it', () => {
    const chosen = { name: 'Beta', colour: '#1c70c7' }
    expect(nextColour('Alpha', [])).toBe(BRAND_COLOURS[0])
    expect(distanceOf(nextColour('Alpha', [chosen]), chosen.colour)).toBeGreaterThan(FAR_ENOUGH)
  })
})
