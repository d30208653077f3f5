// Losses of clicks of whole pages and of the brand: a change that is too small in one keyword shows in all of them.
import { type DaySpan, sumOver } from '../../rankings/public.ts'
import { toSums } from '../../rankings/rules/keyword-series.ts'
import { type BrandSums, type KeywordSums, leadingPage } from './brand-sums.ts'
import { clickDropOf, type Drop } from './drops.ts'
import type { ShiftsAt } from './shifts.ts'

export type GroupDrop = {
  readonly drop: Drop
  readonly one: KeywordSums /** How much worse the positions are, as a logarithm, weighed by clicks. */
  readonly position: number
}

const KEYWORDS_MIN = 2
/** Clicks by position: 1% worse costs so many percent. */
const CLICKS_BY_POSITION = 1.5
/** From this share of the loss on, the positions explain it. */
const POSITION_SHARE = 0.45
/** The newest days are left out of what is usual. */
const NEWEST_DAYS = 14

/** Clicks, and impressions weighed by the usual CTR of each keyword: fewer searches for a keyword that nobody clicks cost nothing. */
const togetherOf = (brand: BrandSums, keywords: readonly KeywordSums[]): KeywordSums => {
  const { length } = brand
  const usual = { from: 0, until: length - NEWEST_DAYS }
  const clicks = new Float64Array(length + 1)
  const seen = new Float64Array(length + 1)
  for (const one of keywords) {
    const impressions = sumOver(one.impressions, usual)
    const ctr = impressions === 0 ? 0 : sumOver(one.clicks, usual) / impressions
    if (ctr === 0) continue
    for (let at = 0; at < length; at += 1) {
      clicks[at] = (clicks[at] ?? 0) + (one.days.clicks[at] ?? 0)
      seen[at] = (seen[at] ?? 0) + ctr * (one.days.impressions[at] ?? 0)
    }
  }
  const days = {
    clicks: Float32Array.from(clicks.subarray(0, length)),
    impressions: Float32Array.from(seen.subarray(0, length)),
    positions: new Float32Array(length),
    pages: new Uint32Array(length),
  }
  const none = new Float64Array(length + 1)
  return {
    keyword: 0,
    days,
    ln: none,
    lnSquares: none,
    ranked: none,
    clicks: toSums(clicks),
    impressions: toSums(seen),
  }
}

/** How much worse the positions are, weighed by the clicks before. */
const positionOf = (brand: BrandSums, indices: readonly number[], onset: number, shiftsAt: ShiftsAt): number => {
  const shifts = shiftsAt(onset)
  const before: DaySpan = { from: 0, until: onset }
  let [sum, weight] = [0, 0]
  for (const index of indices) {
    const shift = shifts?.[index]
    const clicks = sumOver(brand.keywords[index]?.clicks ?? new Float64Array(), before)
    if (shift === null || shift === undefined || !(clicks > 0)) continue
    weight += clicks
    sum += shift.isLost ? 0 : clicks * Math.exp(-CLICKS_BY_POSITION * shift.change)
  }
  return weight === 0 ? 0 : -Math.log(Math.max(0.01, sum / weight)) / CLICKS_BY_POSITION
}

const groupDrop = (
  brand: BrandSums,
  indices: readonly number[],
  of: Pick<Drop, 'of' | 'page'>,
  shiftsAt: ShiftsAt,
): GroupDrop | null => {
  const one = togetherOf(
    brand,
    indices.flatMap((index) => brand.keywords[index] ?? []),
  )
  const found = clickDropOf(brand, one)
  if (found === null) return null
  const position = positionOf(brand, indices, found.onset, shiftsAt)
  const loss = Math.log((found.clicksBefore + 0.01) / (found.clicksNow + 0.01))
  const kind = CLICKS_BY_POSITION * position >= POSITION_SHARE * loss ? 'down' : 'clicks'
  return { drop: { ...of, index: -1, ...found, kind }, one, position }
}

/** Of pages with several keywords, and of the brand. */
export const groupDropsOf = (brand: BrandSums, shiftsAt: ShiftsAt): GroupDrop[] => {
  const usual = { from: Math.max(0, brand.length - 2 * NEWEST_DAYS), until: brand.length - NEWEST_DAYS }
  const all = brand.keywords.map((_, index) => index)
  const byPage = Map.groupBy(all, (index) => leadingPage(brand.keywords[index] as KeywordSums, usual)) // one of its places
  const pages = Array.from(byPage).flatMap(([page, indices]) =>
    page === 0 || indices.length < KEYWORDS_MIN
      ? []
      : (groupDrop(brand, indices, { of: 'page', page }, shiftsAt) ?? []),
  )
  return [...pages, ...[groupDrop(brand, all, { of: 'brand', page: 0 }, shiftsAt) ?? []].flat()]
}
