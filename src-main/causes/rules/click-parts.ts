// What a loss of clicks is made of: fewer searches, fewer clicks of those who saw it, or a worse position.
import { type DaySpan, sumOver } from '../../rankings/public.ts'
import type { BrandSums, ClickDays } from './brand-sums.ts'
import type { Situation } from './situation.ts'

const BEFORE_DAYS = 28
const SCATTER_MIN = 1.5
/** Searches and CTR drift by so much for no reason. */
const DRIFT = 0.08
/** A position that is worse by 1% costs so many percent of the clicks: most of it CTR. */
const CTR_BY_POSITION = 1.2
const SEEN_BY_POSITION = 0.5

/** As logarithms; below 0 is less. What the change of the position lets expect is taken out of the first two. */
export type ClickParts = {
  readonly clicks: number
  readonly impressions: number
  readonly ctr: number
  /** Above 0 is worse. */
  readonly position: number
  /** How unusual the first two are, in standard deviations. */
  readonly impressionSwings: number
  readonly ctrSwings: number
}

const spreadOf = (
  values: Float32Array,
  { brand, at: first }: { readonly brand: BrandSums; readonly at: number },
  { from, until }: DaySpan,
  rate: number,
): number => {
  let sum = 0
  let count = 0
  for (let at = from; at < until; at += 1) {
    const expected = rate * ((brand.weekSums[at + 1] ?? 0) - (brand.weekSums[at] ?? 0))
    if (expected <= 0) continue
    sum += ((values[first + at] ?? 0) - expected) ** 2 / expected
    count += 1
  }
  return count < 8 ? SCATTER_MIN : Math.max(SCATTER_MIN, sum / count)
}

/** Null where too few were seen or clicked before. */
const clickParts = (brand: BrandSums, one: ClickDays, onset: number, position: number): ClickParts | null => {
  const before = { from: Math.max(0, onset - BEFORE_DAYS), until: onset }
  const after = { from: onset, until: brand.length }
  const [weekBefore, weekAfter] = [sumOver(brand.weekSums, before), sumOver(brand.weekSums, after)]
  if (weekBefore < BEFORE_DAYS / 2 || weekAfter <= 0) return null
  const sumIn = (sums: Float64Array, { from, until }: DaySpan) =>
    (sums[one.sumsAt + until] ?? 0) - (sums[one.sumsAt + from] ?? 0)
  const rateOf = (sums: Float64Array) => sumIn(sums, before) / weekBefore
  const [clickRate, seenRate] = [rateOf(one.clicks), rateOf(one.impressions)]
  const expected = { clicks: clickRate * weekAfter, seen: seenRate * weekAfter }
  if (expected.clicks < 4 || expected.seen < 10) return null
  const [clicks, seen] = [sumIn(one.clicks, after) + 0.5, sumIn(one.impressions, after) + 0.5]
  const lnClicks = Math.log(clicks / (expected.clicks + 0.5))
  const lnSeen = Math.log(seen / (expected.seen + 0.5))
  const worse = Math.max(0, position)
  const impressions = lnSeen + SEEN_BY_POSITION * worse
  const ctr = lnClicks - lnSeen + CTR_BY_POSITION * worse
  const place = { brand, at: one.at }
  const scatter = {
    seen: spreadOf(one.days.impressions, place, before, seenRate),
    clicks: spreadOf(one.days.clicks, place, before, clickRate),
  }
  return {
    clicks: lnClicks,
    impressions,
    ctr,
    position,
    impressionSwings: impressions / Math.sqrt(scatter.seen / expected.seen + DRIFT ** 2),
    ctrSwings: ctr / Math.sqrt(scatter.clicks / expected.clicks + DRIFT ** 2),
  }
}

export const partsOf = ({ brand, clickDays, drop, position }: Situation): ClickParts | null =>
  clickParts(brand, clickDays, drop.onset, position)
