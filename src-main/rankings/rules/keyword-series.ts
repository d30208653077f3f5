// The history of a brand by keyword: what a comparison of weeks reads. Sums start with 0, so that any span of days is one
// subtraction, however long it is.

export type KeywordSeries = {
  readonly keyword: number
  /** The number of the page that ranked, by day; 0: none, or not known. */
  readonly pages: Uint32Array
  readonly clickSums: Float64Array
  readonly impressionSums: Float64Array
  /** Position × impressions, in thousandths. */
  readonly positionSums: Float64Array
}

export type KnownDays = {
  /** As a number of days since 1970. */
  readonly firstDay: number
  readonly length: number
  /** How many days before this one are cached whole; the others count as no day at all. */
  readonly knownSums: Float64Array
}

export type BrandSeries = KnownDays & { readonly keywords: readonly KeywordSeries[] }

/** Days by their place in the series; `until` is not included. */
export type DaySpan = { readonly from: number; readonly until: number }

export const sumOver = (sums: Float64Array, { from, until }: DaySpan): number => (sums[until] ?? 0) - (sums[from] ?? 0)

/** Turns values by day into sums, in place: value n becomes the sum of those before n. `values` has one more than the days. */
export const toSums = (values: Float64Array): Float64Array => {
  let sum = 0
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0
    values[at] = sum
    sum += value
  }
  return values
}

/** These days are cached whole, of those from the first to the last. */
export const knownDaysOf = (days: Iterable<number>, from: number, to: number): KnownDays => {
  const length = Math.max(0, to - from + 1)
  const known = new Float64Array(length + 1)
  for (const day of days) if (day >= from && day <= to) known[day - from] = 1
  return { firstDay: from, length, knownSums: toSums(known) }
}
