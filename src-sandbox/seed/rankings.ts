// A ranking is a closed form of (keyword, day, slice). No history is kept, so that 200 brands cost nothing until they
// are asked, and a calendar day looks the same whenever the sandbox was started.
import { weekdayOf } from './days.ts'
import { bell, hash, unit } from './hash.ts'
import type { Industry } from './industries.ts'
import type { SeededKeyword } from './keywords.ts'
import type { SliceShare } from './slices.ts'

/** What all keywords of a brand share on one day. */
export type BrandDay = {
  readonly day: number
  /** Searches of this day against an ordinary one. */
  readonly demand: number
  /** Shift of the natural logarithm of every position: good and bad weeks of the whole site. */
  readonly lnShift: number
}

/** Sums over days; a page or a keyword that did not rank has no impressions. */
export type Totals = { clicks: number; impressions: number; weightedPosition: number }
export type KeywordTotals = Totals & { readonly pages: readonly Totals[] }

const SITE_DRIFT_DAYS = 40
const MAX_POSITION = 100
const LN_MAX_POSITION = Math.log(MAX_POSITION)
/** Below one minus the side pages' parts, so that no page has more clicks than impressions. */
const MAX_CTR = 0.6
const SIDE_PAGE_PART = 0.12

/** Noise that changes slowly: a smooth line through one random height a block of days, -1 to 1. */
const slowNoise = (seed: number, salt: number, day: number, blockDays: number): number => {
  const at = (day + (seed % blockDays)) / blockDays
  const block = Math.floor(at)
  const part = at - block
  const from = 2 * unit(seed, salt, block) - 1
  const to = 2 * unit(seed, salt, block + 1) - 1
  return from + (to - from) * part * part * (3 - 2 * part)
}

export const brandDay = (brandSeed: number, industry: Industry, day: number): BrandDay => ({
  day,
  demand: (industry.week[weekdayOf(day)] ?? 1) * (1 + 0.18 * slowNoise(brandSeed, 51, day, SITE_DRIFT_DAYS)),
  lnShift: 0.14 * slowNoise(brandSeed, 52, day, SITE_DRIFT_DAYS),
})

/** 0 if the keyword does not rank that day. */
const positionOn = (keyword: SeededKeyword, { day, lnShift }: BrandDay, share: SliceShare): number => {
  const { seed } = keyword
  const dropBlock = Math.floor((day + (seed % keyword.dropDays)) / keyword.dropDays)
  if (unit(seed, 61, dropBlock) < keyword.dropChance) return 0
  const drift = keyword.lnDrift * slowNoise(seed, 62, day, keyword.driftDays)
  const noise = 0.3 * keyword.lnDrift * bell(seed, 63, day)
  const ln = keyword.lnPosition + drift + noise + (keyword.isBranded ? 0 : lnShift) + share.lnShift
  if (ln > LN_MAX_POSITION) return 0
  return ln <= 0 ? 1 : Math.round(Math.exp(ln) * 100) / 100
}

/** Adds one day of a keyword to its totals, split over the pages that rank for it. */
const addDay = (keyword: SeededKeyword, brandDay: BrandDay, share: SliceShare, totals: KeywordTotals): void => {
  const usual = positionOn(keyword, brandDay, share)
  if (usual === 0) return
  const isTurn = keyword.conflict === 'turns' && leadingPage(keyword, brandDay.day) === 1
  const position = isTurn ? Math.min(MAX_POSITION, Math.round((usual * TURN_FACTOR + 1) * 100) / 100) : usual
  const { seed, isBranded } = keyword
  const { day, demand } = brandDay
  const seen = 1 / (1 + (position / 14) ** 2)
  const searches = keyword.volume * demand * (1 + 0.22 * bell(seed, 64, day)) * seen
  const whole = Math.max(1, Math.floor(searches + unit(seed, 65, day)))
  const impressions = share.part === 1 ? whole : Math.floor(whole * share.part + unit(share.salt, seed, day))
  if (impressions === 0) return
  const curve = isBranded ? 0.45 * position ** -0.9 : 0.28 * position ** -1.15
  const expected = impressions * curve * (1 + 0.25 * bell(seed, 66, day))
  const clicks = Math.min(Math.floor(expected + unit(seed, 67, day)), Math.floor(impressions * MAX_CTR))
  addTo(totals, clicks, impressions, position)
  splitOverPages(keyword, day, totals.pages, { clicks, impressions, position })
}

const addTo = (totals: Totals, clicks: number, impressions: number, position: number): void => {
  totals.clicks += clicks
  totals.impressions += impressions
  totals.weightedPosition += position * impressions
}

const PAGE_CHANGE_DAYS = 24
/** Turns of pages that compete last this long at least; the second page ranks worse. */
const TURN_DAYS = 4
const TURN_FACTOR = 1.5
const SHARED_PART = 0.42

/** Mostly the first page leads; in some blocks of days another one takes its place. */
const leadingPage = (keyword: SeededKeyword, day: number): number => {
  if (keyword.conflict === 'shared') return 0
  if (keyword.conflict === 'turns') return Math.floor((day + keyword.seed) / (TURN_DAYS + (keyword.seed % 4))) % 2
  const block = Math.floor((day + (keyword.seed % PAGE_CHANGE_DAYS)) / PAGE_CHANGE_DAYS)
  const bits = hash(keyword.seed, 68, block)
  return bits % 4 === 0 ? (bits >>> 8) % keyword.pages.length : 0
}

type Measures = { readonly clicks: number; readonly impressions: number; readonly position: number }

const splitOverPages = (keyword: SeededKeyword, day: number, pages: readonly Totals[], all: Measures): void => {
  const leading = pages.length === 1 ? 0 : leadingPage(keyword, day)
  let { clicks, impressions } = all
  for (const [index, page] of pages.entries()) {
    if (index === leading) continue
    const isShared = keyword.conflict === 'shared' && index === 1
    const part = isShared ? SHARED_PART : SIDE_PAGE_PART
    const sideImpressions = Math.floor(all.impressions * part)
    if (sideImpressions === 0) continue
    const sideClicks = Math.min(
      Math.floor(all.clicks * part + (isShared ? unit(keyword.seed, 69, day) : 0)),
      sideImpressions,
    )
    addTo(page, sideClicks, sideImpressions, all.position + 3 + 2 * index)
    clicks -= sideClicks
    impressions -= sideImpressions
  }
  const leader = pages[leading]
  if (leader !== undefined) addTo(leader, clicks, impressions, all.position)
}

const noTotals = (): Totals => ({ clicks: 0, impressions: 0, weightedPosition: 0 })

/** Clicks, impressions and positions of a keyword over some days of one slice. */
export const totalsOver = (keyword: SeededKeyword, days: readonly BrandDay[], share: SliceShare): KeywordTotals => {
  const totals: KeywordTotals = { ...noTotals(), pages: keyword.pages.map(noTotals) }
  if (share.part === 0) return totals
  for (const day of days) addDay(keyword, day, share, totals)
  return totals
}
