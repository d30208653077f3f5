// Fewer clicks at a steady position: fewer searches, or fewer clicks of those who saw it.
import { expect, test } from 'vitest'
import { type Change, causesIn, FALL, fallOf, KEYWORDS, kindsIn, namedIn } from './small-brand.ts'

const isHit = (keyword: number) => keyword < 3

test('demand fell where impressions did, at the same position and CTR', () => {
  const found = causesIn({ changeOn: fallOf(isHit, { impressions: 0.3 }) }).filter(({ drop }) => drop.of === 'keyword')
  expect(found.map(({ keyword }) => keyword)).toEqual([0, 1, 2])
  for (const { drop, causes } of found) {
    expect(drop.kind).toBe('clicks')
    expect(causes.map(({ kind }) => kind)).toEqual(['demand'])
    expect(causes[0]?.figures.impressions).toBeCloseTo(-0.7, 1)
    expect(causes[0]?.figures.ctr).toBeCloseTo(0, 1)
  }
})

test('the results page changed where CTR fell, at the same position and impressions', () => {
  const found = causesIn({ changeOn: fallOf(isHit, { clicks: 0.3 }) }).filter(({ drop }) => drop.of === 'keyword')
  expect(found).toHaveLength(3)
  for (const { causes } of found) {
    expect(causes.map(({ kind }) => kind)).toEqual(['results-page'])
    expect(causes[0]?.figures.ctr).toBeCloseTo(-0.7, 1)
  }
})

test('where searches and CTR fell by as much, neither is named', () => {
  expect(kindsIn({ changeOn: fallOf(isHit, { impressions: 0.5, clicks: 0.5 }) })).toEqual([null])
})

test('a page whose main keyword left the day before it lost its clicks did not lose searches', () => {
  const changeOn = (keyword: number, day: number): Change | undefined => {
    if (keyword > 7) return undefined
    if (keyword === 0) return day >= FALL - 1 ? { isGone: true } : { impressions: 10 }
    // On that day the others have the clicks that it lost.
    return day === FALL - 1 ? { impressions: 2.2 } : undefined
  }
  const page = causesIn({ changeOn }).find(({ drop }) => drop.of === 'page')
  expect(page?.drop.onset).toBe(FALL)
  expect(page?.causes.map(({ kind }) => kind)).not.toContain('demand')
})

test('quiet weekends are no drop, on whichever weekday the days end', () => {
  for (let end = 0; end < 7; end += 1) {
    const weekend: Change = { impressions: 0.3 }
    expect(causesIn({ changeOn: (_, day) => ((day + end) % 7 < 2 ? weekend : undefined) })).toEqual([])
  }
})

test('a brand in which nothing changed has no drops, and one whose searches fell has one as a whole', () => {
  expect(causesIn({ changeOn: () => undefined })).toEqual([])
  const changeOn = (_: number, day: number) => (day >= FALL ? { impressions: 0.85 - 0.1 * (day - FALL) } : undefined)
  const brand = causesIn({ changeOn }).find(({ drop }) => drop.of === 'brand')
  expect(brand?.causes.map(({ kind }) => kind)).toEqual(['demand'])
  expect(namedIn({ changeOn }).size).toBeLessThanOrEqual(KEYWORDS)
})
