// What has to be explained: the real drops of Movers, and keywords that lost clicks at the position they had.
import { sumOver } from '../../rankings/public.ts'
import { onsetOf } from '../../rankings/rules/move-onset.ts'
import { type RealMove, realMoveOf, SPAN_DAYS } from '../../rankings/rules/real-moves.ts'
import type { BrandSums, KeywordSums } from './brand-sums.ts'

export type Drop = {
  readonly of: 'keyword' | 'page' | 'brand'
  /** The keyword's place in the brand's list; -1 of a page or the brand. */
  readonly index: number
  /** The number of the address; 0 of a keyword or the brand. */
  readonly page: number
  /** `clicks`: its position did not move unusually. */
  readonly kind: 'down' | 'lost' | 'clicks'
  /** The first day of it, as a place in the series. */
  readonly onset: number
  readonly before: number | null
  readonly now: number | null
  /** A day. */
  readonly clicksBefore: number
  readonly clicksNow: number
}

const BEFORE_DAYS = 28
const CLICKS_MIN = 56
/** A loss of clicks began on one of these days before the newest one; on at least two days. */
const AGES = { least: 1, most: 13 } as const
const LEFT_MAX = 0.8
const DEVIATIONS = 4
/** Clicks a week drift by this much for no reason. */
const DRIFT = 0.1
const SEEN_SHARE_MIN = 0.8

const moveOf = ({ days }: KeywordSums, known: readonly boolean[]): (RealMove & { readonly onset: number }) | null => {
  const from = known.length - SPAN_DAYS
  if (from < 0) return null
  const own = known.slice(from)
  const part = {
    positions: days.positions.subarray(from),
    clicks: days.clicks.subarray(from),
    impressions: days.impressions.subarray(from),
  }
  const move = realMoveOf(part, own)
  return move === null ? null : { ...move, onset: from + onsetOf(part.positions, own, move) }
}

export type ClickDrop = Omit<Drop, 'of' | 'index' | 'page'>

/** How much more the clicks of a day scatter than counted ones do. */
const scatterOf = (
  { known, weekSums }: BrandSums,
  { days }: KeywordSums,
  from: number,
  until: number,
  rate: number,
) => {
  let sum = 0
  let count = 0
  for (let at = from; at < until; at += 1) {
    if (known[at] !== true) continue
    const expected = rate * ((weekSums[at + 1] ?? 0) - (weekSums[at] ?? 0))
    if (expected <= 0) continue
    sum += ((days.clicks[at] ?? 0) - expected) ** 2 / expected
    count += 1
  }
  return count < 8 ? 2 : Math.max(1, sum / (count - 1))
}

/** The day from which on the clicks are the most unusual; null where they are not. */
export const clickDropOf = (brand: BrandSums, one: KeywordSums): ClickDrop | null => {
  const { length, weekSums } = brand
  let best: (ClickDrop & { readonly deviation: number }) | null = null
  for (let age = AGES.least; age <= AGES.most; age += 1) {
    const onset = length - 1 - age
    const before = { from: Math.max(0, onset - BEFORE_DAYS), until: onset }
    const after = { from: onset, until: length }
    const clicks = sumOver(one.clicks, before)
    const [daysBefore, daysAfter] = [sumOver(weekSums, before), sumOver(weekSums, after)]
    if (clicks < CLICKS_MIN || daysBefore < BEFORE_DAYS / 2 || daysAfter < 1.2) continue
    const rate = clicks / daysBefore
    const expected = rate * daysAfter
    const lost = expected - sumOver(one.clicks, after)
    if (lost < (1 - LEFT_MAX) * expected) continue
    const scatter = scatterOf(brand, one, before.from, before.until, rate)
    const deviation = lost / Math.sqrt(scatter * expected + (DRIFT * expected) ** 2)
    if (deviation < DEVIATIONS || deviation <= (best?.deviation ?? 0)) continue
    const clicksNow = sumOver(one.clicks, after) / daysAfter
    best = { kind: 'clicks', onset, before: null, now: null, clicksBefore: rate, clicksNow, deviation }
  }
  // What is the most unusual from the oldest of these days on began before.
  return best === null || best.onset === length - 1 - AGES.most ? null : best
}

/** One that no longer ranks lost no clicks at its position: it is lost, or comes and goes. */
const isSeen = ({ length, knownSums }: BrandSums, { ranked }: KeywordSums, { onset }: ClickDrop): boolean => {
  const after = { from: onset, until: length }
  return sumOver(ranked, after) >= SEEN_SHARE_MIN * sumOver(knownSums, after)
}

/** Today's real drops; then keywords whose clicks alone fell. */
export const dropsOf = (brand: BrandSums): Drop[] =>
  brand.keywords.flatMap((one, index): Drop[] => {
    const move = moveOf(one, brand.known)
    if (move?.kind === 'down' || move?.kind === 'lost') {
      const { kind, onset, before, now, clicksBefore, clicksNow } = move
      return [{ of: 'keyword', index, page: 0, kind, onset, before, now, clicksBefore, clicksNow }]
    }
    const drop = move === null ? clickDropOf(brand, one) : null
    return drop === null || !isSeen(brand, one, drop) ? [] : [{ of: 'keyword', index, page: 0, ...drop }]
  })
