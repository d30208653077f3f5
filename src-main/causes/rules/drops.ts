// What has to be explained: the real drops of Movers, and keywords that lost clicks at the position they had.
import { type DaySpan, sumOver } from '../../rankings/public.ts'
import { onsetOf } from '../../rankings/rules/move-onset.ts'
import { isNearUsual, type RealMove, realMoveOf, SPAN_DAYS } from '../../rankings/rules/real-moves.ts'
import { type BrandSums, type ClickDays, clickDaysOf, rankedDays } from './brand-sums.ts'

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
  /** It does not rank on the newest day and is not lost: `now` is of the days before. */
  readonly isAbsent: boolean
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

/** The days of the newest move, of one keyword. */
const moveOf = ({ days, length, known }: BrandSums, row: number): (RealMove & { readonly onset: number }) | null => {
  const from = length - SPAN_DAYS
  if (from < 0 || isNearUsual(days.positions, row * length + from)) return null
  const own = known.slice(from)
  const cut = (values: Float32Array) => values.subarray(row * length + from, (row + 1) * length)
  const part = { positions: cut(days.positions), clicks: cut(days.clicks), impressions: cut(days.impressions) }
  const move = realMoveOf(part, own)
  return move === null ? null : { ...move, onset: from + onsetOf(part.positions, own, move) }
}

export type ClickDrop = Omit<Drop, 'of' | 'index' | 'page'>

/** How much more the clicks of a day scatter than counted ones do. */
const scatterOf = (
  { known, weekSums }: BrandSums,
  { days, at: first }: ClickDays,
  { from, until }: DaySpan,
  rate: number,
): number => {
  let sum = 0
  let count = 0
  for (let at = from; at < until; at += 1) {
    if (known[at] !== true) continue
    const expected = rate * ((weekSums[at + 1] ?? 0) - (weekSums[at] ?? 0))
    if (expected <= 0) continue
    sum += ((days.clicks[first + at] ?? 0) - expected) ** 2 / expected
    count += 1
  }
  return count < 8 ? 2 : Math.max(1, sum / (count - 1))
}

/** As `sumOver`: all keywords are looked at by several first days, and an object for each span is a good part of the work. */
const between = (sums: Float64Array, from: number, until: number): number => (sums[until] ?? 0) - (sums[from] ?? 0)

const deviationOf = (lost: number, expected: number, scatter: number): number =>
  lost / Math.sqrt(scatter * expected + (DRIFT * expected) ** 2)

/** The day from which on the clicks are the most unusual; null where they are not. */
export const clickDropOf = (brand: BrandSums, one: ClickDays): ClickDrop | null => {
  const { length, weekSums } = brand
  const { clicks: sums, sumsAt } = one
  const newest = length - 1
  const first = Math.max(0, newest - AGES.most - BEFORE_DAYS)
  if (between(sums, sumsAt + first, sumsAt + newest) < CLICKS_MIN) return null
  let best: (ClickDrop & { readonly deviation: number }) | null = null
  for (let age = AGES.least; age <= AGES.most; age += 1) {
    const onset = newest - age
    const from = Math.max(0, onset - BEFORE_DAYS)
    const clicks = between(sums, sumsAt + from, sumsAt + onset)
    const daysBefore = between(weekSums, from, onset)
    const daysAfter = between(weekSums, onset, length)
    if (clicks < CLICKS_MIN || daysBefore < BEFORE_DAYS / 2 || daysAfter < 1.2) continue
    const rate = clicks / daysBefore
    const expected = rate * daysAfter
    const clicksAfter = between(sums, sumsAt + onset, sumsAt + length)
    const lost = expected - clicksAfter
    if (lost < (1 - LEFT_MAX) * expected) continue
    const least = Math.max(DEVIATIONS, best?.deviation ?? 0)
    // Clicks scatter as counted ones do at least.
    if (deviationOf(lost, expected, 1) < least) continue
    const deviation = deviationOf(lost, expected, scatterOf(brand, one, { from, until: onset }, rate))
    if (deviation < DEVIATIONS || deviation <= (best?.deviation ?? 0)) continue
    const clicksNow = clicksAfter / daysAfter
    best = { kind: 'clicks', onset, before: null, now: null, isAbsent: false, clicksBefore: rate, clicksNow, deviation }
  }
  // What is the most unusual from the oldest of these days on began before.
  return best === null || best.onset === newest - AGES.most ? null : best
}

/** One that no longer ranks lost no clicks at its position: it is lost, or comes and goes. */
const isSeen = (brand: BrandSums, row: number, { onset }: ClickDrop): boolean => {
  const after = { from: onset, until: brand.length }
  return rankedDays(brand, row, after) >= SEEN_SHARE_MIN * sumOver(brand.knownSums, after)
}

const dropOf = (brand: BrandSums, index: number): Drop | null => {
  const move = moveOf(brand, index)
  if (move?.kind === 'down' || move?.kind === 'lost') {
    const { kind, onset, before, now, clicksBefore, clicksNow } = move
    const isAbsent = move.isAbsent && now !== null
    return { of: 'keyword', index, page: 0, kind, onset, before, now, isAbsent, clicksBefore, clicksNow }
  }
  const drop = move === null ? clickDropOf(brand, clickDaysOf(brand, index)) : null
  return drop === null || !isSeen(brand, index, drop) ? null : { of: 'keyword', index, page: 0, ...drop }
}

/** Today's real drops; then keywords whose clicks alone fell. */
export const dropsOf = (brand: BrandSums): Drop[] => {
  const drops: Drop[] = []
  for (let index = 0; index < brand.size; index += 1) {
    const drop = dropOf(brand, index)
    if (drop !== null) drops.push(drop)
  }
  return drops
}
