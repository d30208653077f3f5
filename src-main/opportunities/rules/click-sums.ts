// What the keywords of one brand say about its clicks, as sums: small enough to keep for each brand, and enough to learn from
// all brands what the curve of any of them is likely to be.
import type { ClickRow, Measured } from './click-row.ts'
import { BINS, binOf } from './position-bins.ts'
import { type SeenSums, seenSums } from './seen-growth.ts'

/** By group of positions. */
export type BinSums = {
  readonly keywords: number[]
  readonly clicks: number[]
  readonly impressions: number[]
  /** Impressions × the logarithm of the position. */
  readonly logs: number[]
  /** Squared impressions. */
  readonly squares: number[]
}

/** How much keywords differ at one position beyond chance, as a squared share; the sum over `count` keywords. */
export type Spread = { readonly sum: number; readonly count: number }

export type KindSums = { readonly bins: BinSums; readonly spread: Spread }
export type PeriodSums = { readonly plain: KindSums; readonly branded: KindSums }

export type ClickSums = { readonly now: PeriodSums; readonly before: PeriodSums; readonly seen: SeenSums }

/** Fewer say nothing about how keywords differ. */
const KEYWORDS_MIN = 4
const EXPECTED_MIN = 3
/** One keyword far out does not count for more than this. */
const SHARE_MAX = 9

const zeros = (): number[] => Array.from({ length: BINS }, () => 0)

type Seen = Measured & { readonly position: number }
const isSeen = (row: Measured | null): row is Seen =>
  row !== null && row.position !== null && row.impressions > 0 && row.clicks >= 0

const binSums = (rows: readonly Seen[]): BinSums => {
  const sums = { keywords: zeros(), clicks: zeros(), impressions: zeros(), logs: zeros(), squares: zeros() }
  const add = (values: number[], bin: number, value: number) => {
    values[bin] = (values[bin] ?? 0) + value
  }
  for (const { clicks, impressions, position } of rows) {
    const bin = binOf(position)
    add(sums.keywords, bin, 1)
    add(sums.clicks, bin, Math.min(clicks, impressions))
    add(sums.impressions, bin, impressions)
    add(sums.logs, bin, impressions * Math.log(Math.max(1, position)))
    add(sums.squares, bin, impressions ** 2)
  }
  return sums
}

const spreadOf = (rows: readonly Seen[], { keywords, clicks, impressions }: BinSums): Spread => {
  const spread = { sum: 0, count: 0 }
  for (const row of rows) {
    const bin = binOf(row.position)
    const rate = (clicks[bin] ?? 0) / Math.max(1, impressions[bin] ?? 0)
    const expected = rate * row.impressions
    if ((keywords[bin] ?? 0) < KEYWORDS_MIN || expected < EXPECTED_MIN) continue
    const square = Math.min(SHARE_MAX, ((row.clicks - expected) / expected) ** 2)
    spread.sum += square - (1 - rate) / expected
    spread.count += 1
  }
  return spread
}

const kindSums = (rows: readonly Seen[]): KindSums => {
  const bins = binSums(rows)
  return { bins, spread: spreadOf(rows, bins) }
}

const periodSums = (rows: readonly ClickRow[], period: 'now' | 'before'): PeriodSums => {
  const of = (isBranded: boolean) =>
    kindSums(
      rows
        .filter((row) => row.isBranded === isBranded)
        .map((row) => row[period])
        .filter(isSeen),
    )
  return { plain: of(false), branded: of(true) }
}

export const sumsOf = (rows: readonly ClickRow[]): ClickSums => ({
  now: periodSums(rows, 'now'),
  before: periodSums(rows, 'before'),
  seen: seenSums(rows),
})
