// A brand by keyword and day, as sums: whatever span of days a rule asks for is one subtraction.
import type { DaySpan, KeywordColumns } from '../../rankings/public.ts'
import { toSums } from '../../rankings/rules/keyword-series.ts'

/** Days that are looked at: two spans of 28 days, one for chance, and the newest three. */
export const CAUSE_DAYS = 59

export type BrandDays = {
  /** As a number of days since 1970. */
  readonly firstDay: number
  /** Which days are cached whole. */
  readonly known: readonly boolean[]
  readonly keywords: ReadonlyMap<number, KeywordColumns>
}

export type KeywordSums = {
  readonly keyword: number
  readonly days: KeywordColumns
  /** Natural logarithms of the positions, and their squares, over the ranked days. */
  readonly ln: Float64Array
  readonly lnSquares: Float64Array
  readonly ranked: Float64Array
  readonly clicks: Float64Array
  readonly impressions: Float64Array
}

export type BrandSums = {
  readonly firstDay: number
  readonly length: number
  readonly known: readonly boolean[]
  readonly knownSums: Float64Array
  /** Known days, each weighed by the searches of its weekday: 1 is an ordinary day. */
  readonly weekSums: Float64Array
  readonly keywords: readonly KeywordSums[]
}

const WEEK = 7
/** The newest days tell nothing about the usual week: they may be what is looked into. */
const UNUSUAL_DAYS = 3

const sumsOf = (length: number, valueAt: (at: number) => number): Float64Array => {
  const values = new Float64Array(length + 1)
  for (let at = 0; at < length; at += 1) values[at] = valueAt(at)
  return toSums(values)
}

const keywordSums = (keyword: number, days: KeywordColumns, known: readonly boolean[]): KeywordSums => {
  const { length } = known
  const ln = new Float64Array(length + 1)
  const lnSquares = new Float64Array(length + 1)
  const ranked = new Float64Array(length + 1)
  for (let at = 0; at < length; at += 1) {
    const position = days.positions[at] ?? 0
    if (position <= 0) continue
    const value = Math.log(position)
    ln[at] = value
    lnSquares[at] = value * value
    ranked[at] = 1
  }
  return {
    keyword,
    days,
    ln: toSums(ln),
    lnSquares: toSums(lnSquares),
    ranked: toSums(ranked),
    clicks: sumsOf(length, (at) => days.clicks[at] ?? 0),
    impressions: sumsOf(length, (at) => days.impressions[at] ?? 0),
  }
}

/** How much of an ordinary day's searches each weekday has; by the day's place in the series modulo 7. */
const weekOf = (known: readonly boolean[], keywords: readonly KeywordSums[]): readonly number[] => {
  const sums = Array.from({ length: WEEK }, () => ({ days: 0, impressions: 0 }))
  for (let at = 0; at < known.length - UNUSUAL_DAYS; at += 1) {
    const weekday = sums[at % WEEK]
    if (known[at] !== true || weekday === undefined) continue
    weekday.days += 1
    for (const { days } of keywords) weekday.impressions += days.impressions[at] ?? 0
  }
  const days = sums.reduce((sum, one) => sum + one.days, 0)
  const mean = sums.reduce((sum, one) => sum + one.impressions, 0) / days
  return sums.map((one) => (one.days === 0 || mean === 0 ? 1 : Math.max(0.1, one.impressions / one.days / mean)))
}

export const brandSums = ({ firstDay, known, keywords }: BrandDays): BrandSums => {
  const all = Array.from(keywords, ([keyword, days]) => keywordSums(keyword, days, known))
  const week = weekOf(known, all)
  const { length } = known
  return {
    firstDay,
    length,
    known,
    knownSums: sumsOf(length, (at) => (known[at] === true ? 1 : 0)),
    weekSums: sumsOf(length, (at) => (known[at] === true ? (week[at % WEEK] ?? 1) : 0)),
    keywords: all,
  }
}

/** The page that ranked on most days of the span; 0: none. */
export const leadingPage = ({ days: { pages } }: KeywordSums, { from, until }: DaySpan): number => {
  let leading = 0
  let most = 0
  for (let at = from; at < until; at += 1) {
    const page = pages[at] ?? 0
    if (page === 0 || page === leading) continue
    let count = 0
    for (let other = from; other < until; other += 1) if (pages[other] === page) count += 1
    if (count > most) [leading, most] = [page, count]
  }
  return leading
}
