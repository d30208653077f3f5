// What a rule compared, day by day, in percent of the mean before: below 0 is worse for positions as for clicks.
import { type DaySpan, sumOver } from '../../rankings/public.ts'
import { type BrandSums, lnSum, type PositionSums, rankedDays, rowSum } from './brand-sums.ts'
import { LOST, STEADY_SHARE, type Windows } from './shifts.ts'

/** By day; null: not known, or nothing to compare. */
export type Line = (number | null)[]

type Asked = { readonly rows: readonly number[]; readonly windows: Windows; readonly shown: DaySpan }

const WEEK = 7
const isKnown = ({ knownSums }: Pick<PositionSums, 'knownSums'>, at: number): boolean =>
  sumOver(knownSums, { from: at, until: at + 1 }) > 0
const percentOf = (ratio: number): number => Math.round((ratio - 1) * 1000) / 10

const lineOver = ({ from, until }: DaySpan, valueAt: (at: number) => number | null): Line =>
  Array.from({ length: until - from }, (_, at) => valueAt(from + at))

/** The place of each keyword before, against its place on the day: −50 is twice as far down. As the rules count them. */
export const positionsLine = (sums: PositionSums, { rows, windows, shown }: Asked): Line => {
  const { before } = windows
  const knownBefore = sumOver(sums.knownSums, before)
  const told = rows.flatMap((row) => {
    const ranked = rankedDays(sums, row, before)
    if (ranked === 0) return []
    return [{ row, mean: lnSum(sums, row, before) / ranked, isSteady: ranked >= STEADY_SHARE * knownBefore }]
  })
  return lineOver(shown, (at) => {
    if (!isKnown(sums, at)) return null
    let [sum, count] = [0, 0]
    for (const { row, mean, isSteady } of told) {
      const position = sums.days.positions[row * sums.length + at] ?? 0
      if (position <= 0 && !isSteady) continue
      sum += position > 0 ? Math.log(position) - mean : LOST.change
      count += 1
    }
    return count === 0 ? null : percentOf(Math.exp(-sum / count))
  })
}

type ClicksAsked = Asked & { readonly what: 'impressions' | 'ctr' }

/** Means of the week up to each day, which weekends would hide otherwise; never over the first day of the drop. */
export const clicksLine = (brand: BrandSums, { rows, windows, shown, what }: ClicksAsked): Line => {
  const { before } = windows
  const meanOver = (span: DaySpan): number | null => {
    let [clicks, impressions] = [0, 0]
    for (const row of rows) {
      clicks += rowSum(brand.clicks, brand, row, span)
      impressions += rowSum(brand.impressions, brand, row, span)
    }
    if (what === 'ctr') return impressions === 0 ? null : clicks / impressions
    const days = sumOver(brand.weekSums, span)
    return days === 0 ? null : impressions / days
  }
  const usual = meanOver(before)
  if (usual === null || usual === 0) return lineOver(shown, () => null)
  return lineOver(shown, (at) => {
    if (!isKnown(brand, at)) return null
    const least = at >= before.until ? before.until : shown.from
    const value = meanOver({ from: Math.max(least, at - WEEK + 1), until: at + 1 })
    return value === null ? null : percentOf(value / usual)
  })
}
