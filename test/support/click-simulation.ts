// Brands with click curves, keywords and days of their own, in three periods of 28 days: two that are known, and one in which some
// keywords rose. Nothing in it has the form that the rules take: curves bend, impressions fall by the page, keywords have boxes
// above them.
import type { ClickRow, Measured } from '../../src-main/opportunities/rules/click-row.ts'
import { unit } from '../../src-sandbox/seed/hash.ts'

export const BRAND_KINDS = [
  'usual',
  'few keywords',
  'ads above',
  'steep',
  'mostly branded',
  'growing',
  'noisy',
  'few clicks',
] as const
export type BrandKind = (typeof BRAND_KINDS)[number]

type Traits = {
  readonly keywords: number
  /** Clicks per impression at the first position, and how steeply they fall. */
  readonly first: number
  readonly steepness: number
  readonly branded: number
  /** Of demand from one period to the next, as a logarithm. */
  readonly growth: number
  readonly noise: number
  /** Logarithm of the searches a day. */
  readonly volume: number
  /** How keywords differ, as a logarithm. */
  readonly spread: number
}

const USUAL: Traits = {
  ...{ keywords: 420, first: 0.27, steepness: 1.1, branded: 0.06, growth: 0, noise: 1, volume: 2.6, spread: 0.4 },
}
const TRAITS: Readonly<Record<BrandKind, Partial<Traits>>> = {
  usual: {},
  'few keywords': { keywords: 60 },
  'ads above': { first: 0.11, steepness: 0.75, spread: 0.5 },
  steep: { first: 0.42, steepness: 1.6, spread: 0.3 },
  'mostly branded': { branded: 0.6 },
  growing: { growth: 0.12 },
  noisy: { noise: 1.5, spread: 0.55 },
  'few clicks': { volume: 1.2 },
}

export type SimulatedRow = ClickRow & { readonly next: Measured; readonly hasRisen: boolean }
export type SimulatedBrand = { readonly kind: BrandKind; readonly rows: readonly SimulatedRow[] }

const PERIOD_DAYS = 28
const WEEK = [1.08, 1.1, 1.07, 1.04, 0.97, 0.83, 0.91]
const PERIODS = ['before', 'now', 'next'] as const

/** Numbers of one seed, one after the other. */
const randomOf = (seed: number) => {
  let count = 0
  const next = (): number => {
    count += 1
    return unit(seed, count, 7)
  }
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  const poisson = (mean: number): number => {
    if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
    let [product, draws] = [next(), 0]
    for (const limit = Math.exp(-mean); product > limit; product *= next()) draws += 1
    return draws
  }
  return { next, normal, poisson }
}

/** Half of those who see a page of results go to the next one, or fewer. */
const seenAt = (position: number): number => (position <= 10 ? 1 : Math.exp(-(position - 10) / 14))

const curveAt = (position: number, { first, steepness, isBranded }: Curve): number => {
  const bend = 1 + 0.25 * Math.sin(1.7 * Math.log(position))
  const own = first * position ** -steepness * bend
  return Math.min(0.85, isBranded ? 0.2 + 1.2 * own : own)
}
type Curve = { readonly first: number; readonly steepness: number; readonly isBranded: boolean }

export const simulateBrand = (kind: BrandKind, seed: number, noise = 1): SimulatedBrand => {
  const traits = { ...USUAL, ...TRAITS[kind] }
  const { next, normal, poisson } = randomOf(seed)
  const first = traits.first * Math.exp(0.3 * normal())
  const steepness = traits.steepness + 0.15 * normal()
  const noisy = traits.noise * noise
  const demand = [0, 1, 2].map((period) => Math.exp(traits.growth * period + 0.06 * noisy * normal()))
  const count = Math.round(traits.keywords * Math.exp(0.3 * normal()))
  const rows = Array.from({ length: count }, (_, keyword): SimulatedRow => {
    const isBranded = next() < traits.branded
    const box = next() < 0.12 ? 0.45 : 1
    const multiple = Math.exp(traits.spread * noisy * 0.8 * normal()) * box
    const volume = Math.exp(traits.volume + 1.3 * normal() + (isBranded ? 1 : 0))
    let place = isBranded ? 0.25 * Math.abs(normal()) : Math.log(1 + 60 * next() ** 2)
    let hasRisen = false
    const periods = PERIODS.map((_, period): Measured => {
      if (period > 0) {
        const chance = next()
        hasRisen = chance < 0.12 && place > 0.5
        if (hasRisen) place = Math.max(0, place - (0.25 + 1.3 * next()))
        else if (chance > 0.93) place += 0.25 + next()
        else place = Math.max(0, place + 0.08 * noisy * normal())
      }
      const lasting = Math.exp(0.12 * noisy * normal())
      const clicked = Math.exp(0.1 * noisy * normal())
      const sums = { clicks: 0, impressions: 0, weighted: 0 }
      for (let day = 0; day < PERIOD_DAYS; day += 1) {
        const position = Math.max(1, Math.exp(place + 0.07 * noisy * normal()))
        if (position > 100) continue
        const searches =
          volume * (demand[period] ?? 1) * lasting * (WEEK[day % 7] ?? 1) * Math.exp(0.2 * noisy * normal())
        const impressions = poisson(searches * seenAt(position))
        const rate = Math.min(0.9, curveAt(position, { first, steepness, isBranded }) * multiple * clicked)
        sums.clicks += Math.min(impressions, poisson(impressions * rate))
        sums.impressions += impressions
        sums.weighted += impressions * position
      }
      const position = sums.impressions === 0 ? null : sums.weighted / sums.impressions
      return { clicks: sums.clicks, impressions: sums.impressions, position }
    })
    const [before, now, later] = periods as [Measured, Measured, Measured] // one of each period
    return { keyword, isBranded, before, now, next: later, hasRisen }
  })
  return { kind, rows }
}

/** Some brands of each kind. */
export const simulateAgency = (seed: number, each: number, noise = 1): SimulatedBrand[] =>
  BRAND_KINDS.flatMap((kind, at) =>
    Array.from({ length: each }, (_, index) => simulateBrand(kind, seed * 1000 + at * 100 + index, noise)),
  )
