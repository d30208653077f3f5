// A brand of the sandbox with its noise, over some months, with causes planted into it. Each topic has several pages, as
// real sites do; growth and the pattern of the week are in the searches.
import type { KeywordColumns } from '../../../src-main/rankings/public.ts'
import { type SeededBrand, seedBrand } from '../../../src-sandbox/seed/brands.ts'
import { bell, hash, unit } from '../../../src-sandbox/seed/hash.ts'
import { type SeededKeyword, seedKeywords } from '../../../src-sandbox/seed/keywords.ts'
import { type BrandDay, brandDay, totalsOver } from '../../../src-sandbox/seed/rankings.ts'
import type { Effect, Plant, Target } from './plants.ts'

const WHOLE = { part: 1, lnShift: 0, salt: 0 }
const PARTS = { mobile: 0.54, desktop: 0.4 } as const
export type SliceName = keyof typeof PARTS

/** Clicks and impressions that a slice loses with each part of the logarithm of its position. */
const LOST_BY_LN = { clicks: 1.6, impressions: 0.5 } as const

export type SimulatedKeyword = SeededKeyword & { readonly topic: string }
export type SimulatedBrand = {
  readonly brandId: string
  readonly firstDay: number
  readonly length: number
  readonly keywords: readonly SimulatedKeyword[]
  readonly targets: readonly Target[]
  readonly pageNumbers: ReadonlyMap<string, number>
  readonly columns: readonly KeywordColumns[]
  readonly slices: Readonly<Record<SliceName, readonly KeywordColumns[]>>
}

export type SimulationOptions = {
  readonly seed: number
  readonly index: number
  readonly keywords: number
  readonly firstDay: number
  readonly length: number
  /** 1: as the sandbox has it. */
  readonly noise: number
}

const PAGE_WEIGHTS = [0.34, 0.2, 0.16, 0.12, 0.1, 0.08]
const pageNumber = (drawn: number): number => {
  let left = drawn
  for (const [number, weight] of PAGE_WEIGHTS.entries()) {
    left -= weight
    if (left < 0) return number
  }
  return 0
}

/** A page of its own for each keyword, and for four of ten others that may take its place. */
const pagesOf = ({ domain }: SeededBrand, { offer, seed, pages }: SeededKeyword): string[] => {
  const slug = offer === '' ? 'about' : offer.replaceAll(' ', '-')
  const first = pageNumber(unit(seed, 801))
  return pages.map((_, place) => `https://www.${domain}/${slug}/${(first + place) % PAGE_WEIGHTS.length}`)
}

/** The keywords of a brand without their days. */
export const bareBrand = ({ seed, index, keywords: count, noise }: SimulationOptions) => {
  const brand = seedBrand(seed, index)
  const keywords: SimulatedKeyword[] = seedKeywords(brand, count).map((keyword) => ({
    ...keyword,
    pages: pagesOf(brand, keyword),
    lnDrift: keyword.lnDrift * noise,
    topic: keyword.offer,
  }))
  const targets = keywords.map(
    ({ pages, topic, volume, lnPosition }, at): Target => ({
      index: at,
      page: pages[0] ?? '',
      topic,
      pages: pages.length,
      seen: volume / (1 + (Math.exp(lnPosition) / 14) ** 2),
    }),
  )
  return { brand, keywords, targets }
}

const EXTRA = (noise: number): number => Math.sqrt(Math.max(0, noise * noise - 1))

type Day = { clicks: number; impressions: number; position: number; page: string | undefined }

/** A day as the sandbox has it, with the searches and the position that the plants leave. */
const dayOf = (keyword: SimulatedKeyword, day: BrandDay, lnShift: number): Day => {
  const shifted = keyword.isBranded ? { ...keyword, lnPosition: keyword.lnPosition + lnShift } : keyword
  const totals = totalsOver(shifted, [keyword.isBranded ? day : { ...day, lnShift: day.lnShift + lnShift }], WHOLE)
  const most = Math.max(...totals.pages.map(({ impressions }) => impressions))
  const page = most > 0 ? keyword.pages[totals.pages.findIndex(({ impressions }) => impressions === most)] : undefined
  const { clicks, impressions, weightedPosition } = totals
  return { clicks, impressions, position: impressions === 0 ? 0 : weightedPosition / impressions, page }
}

const thin = (value: number, factor: number, chance: number): number => Math.floor(value * factor + chance)

type Merged = {
  lnShift: number
  demand: number
  ctr: number
  part: number
  isLost: boolean
  page: number | undefined
  slice: Effect | undefined
}

const mergeEffects = (effects: readonly Effect[]): Merged => {
  const merged: Merged = { lnShift: 0, demand: 1, ctr: 1, part: 1, isLost: false, page: undefined, slice: undefined }
  for (const effect of effects) {
    if (effect.slice !== undefined) {
      merged.slice = effect
      continue
    }
    merged.lnShift += effect.lnShift ?? 0
    merged.demand *= effect.demand ?? 1
    merged.ctr *= effect.ctr ?? 1
    merged.part *= effect.part ?? 1
    merged.isLost ||= effect.isLost ?? false
    merged.page = effect.page ?? merged.page
  }
  return merged
}

/** Worked out for a keyword on a day: what all slices together have, and each. */
const simulateDay = (keyword: SimulatedKeyword, day: BrandDay, effects: readonly Effect[], noise: number) => {
  const { seed } = keyword
  const extra = EXTRA(noise)
  const { lnShift, demand, ctr, part, isLost, page: taken, slice } = mergeEffects(effects)
  const jitter = Math.max(0.05, 1 + 0.22 * extra * bell(seed, 811, day.day))
  const usual = dayOf(keyword, { ...day, demand: day.demand * demand * jitter }, lnShift)
  const clickJitter = Math.max(0, ctr * part * (1 + 0.25 * extra * bell(seed, 812, day.day)))
  const isSeen = usual.impressions > 0 && !isLost
  const impressions = isSeen ? Math.max(part < 1 ? 0 : 1, thin(usual.impressions, part, unit(seed, 813, day.day))) : 0
  const clicks = Math.min(impressions, isSeen ? thin(usual.clicks, clickJitter, unit(seed, 814, day.day)) : 0)
  const jitterOf = (at: number) => Math.exp(0.12 * bell(seed, 825 + at) + 0.05 * noise * bell(seed, 827 + at, day.day))
  const places = { mobile: usual.position * jitterOf(0), desktop: usual.position * jitterOf(1) }
  const shares = { mobile: 0, desktop: 0 }
  for (const [at, name] of (['mobile', 'desktop'] as const).entries())
    shares[name] = Math.min(
      clicks,
      Math.max(
        0,
        thin(clicks, PARTS[name] * (1 + 0.15 * bell(seed, 815 + at, day.day)), unit(seed, 817 + at, day.day)),
      ),
    )
  shares.desktop = Math.min(shares.desktop, clicks - shares.mobile)
  const all = { clicks, impressions, position: impressions === 0 ? 0 : usual.position }
  if (slice?.slice !== undefined && impressions > 0) {
    const name = slice.slice
    const size = slice.isLost === true ? 3 : (slice.lnShift ?? 0)
    const left = { clicks: Math.exp(-LOST_BY_LN.clicks * size), impressions: Math.exp(-LOST_BY_LN.impressions * size) }
    const own = thin(shares[name], left.clicks, unit(seed, 819, day.day))
    const seen = all.impressions * PARTS[name]
    const rest = all.impressions - seen
    const worse = all.position * Math.exp(size)
    all.position = (all.position * rest + worse * seen * left.impressions) / (rest + seen * left.impressions)
    all.impressions = Math.max(1, Math.round(rest + seen * left.impressions))
    all.clicks = Math.min(all.impressions, all.clicks - shares[name] + own)
    shares[name] = own
    places[name] *= Math.exp(size)
  }
  const page = taken === undefined ? usual.page : keyword.pages[taken % keyword.pages.length]
  return { ...all, shares, places, page: all.impressions === 0 ? undefined : page }
}

const emptyColumns = (length: number): KeywordColumns => ({
  pages: new Uint32Array(length),
  positions: new Float32Array(length),
  clicks: new Float32Array(length),
  impressions: new Float32Array(length),
})

/** Growth of searches over a year, as a logarithm. */
const growthOf = (seed: number): number => -0.15 + 0.6 * unit(seed, 821)

export const simulateBrand = (options: SimulationOptions, plants: readonly Plant[]): SimulatedBrand => {
  const { firstDay, length, noise, index } = options
  const { brand, keywords, targets } = bareBrand(options)
  const growth = growthOf(brand.seed)
  const days = Array.from({ length }, (_, at): BrandDay => {
    const day = brandDay(brand.seed, brand.industry, firstDay + at)
    return { day: day.day, demand: day.demand * Math.exp((growth * at) / 365), lnShift: day.lnShift * noise }
  })
  const pageNumbers = new Map<string, number>()
  const numberOf = (page: string): number => {
    const known = pageNumbers.get(page) ?? pageNumbers.size + 1
    pageNumbers.set(page, known)
    return known
  }
  const slices = { mobile: [] as KeywordColumns[], desktop: [] as KeywordColumns[] }
  const columns = keywords.map((keyword, number): KeywordColumns => {
    const own = plants.filter((one) => one.keywords.has(number))
    const column = emptyColumns(length)
    const ofSlices = { mobile: emptyColumns(length), desktop: emptyColumns(length) }
    for (const [at, day] of days.entries()) {
      const effects = own
        .filter(({ from, until }) => at >= from && at < until)
        .map(({ effectOf }) => effectOf(number, at))
      const found = simulateDay(keyword, day, effects, noise)
      column.positions[at] = found.position
      column.clicks[at] = found.clicks
      column.impressions[at] = found.impressions
      column.pages[at] = found.page === undefined ? 0 : numberOf(found.page)
      for (const name of ['mobile', 'desktop'] as const) {
        const seen = Math.floor(found.impressions * PARTS[name] + unit(keyword.seed, 829, at))
        ofSlices[name].clicks[at] = found.shares[name]
        ofSlices[name].impressions[at] = seen
        ofSlices[name].positions[at] = seen === 0 ? 0 : found.places[name]
      }
    }
    slices.mobile.push(ofSlices.mobile)
    slices.desktop.push(ofSlices.desktop)
    return column
  })
  return {
    brandId: `brand ${hash(brand.seed, index)}`,
    firstDay,
    length,
    keywords,
    targets,
    pageNumbers,
    columns,
    slices,
  }
}
