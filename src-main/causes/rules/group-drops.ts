// Losses of clicks of whole pages and of the brand: a change that is too small in one keyword shows in all of them.
import { sumOver } from '../../rankings/public.ts'
import { toSums } from '../../rankings/rules/keyword-series.ts'
import { type BrandSums, type ClickDays, leadingPage, rankedDays, rowSum } from './brand-sums.ts'
import { clickDropOf, type Drop } from './drops.ts'
import { GONE, type ShiftsAt, STEADY_SHARE } from './shifts.ts'

export type GroupDrop = {
  readonly drop: Drop
  readonly clickDays: ClickDays
  /** How much worse the positions are, as a logarithm, weighed by clicks. */
  readonly position: number
}

const KEYWORDS_MIN = 2
/** Clicks by position: 1% worse costs so many percent. */
const CLICKS_BY_POSITION = 1.5
/** From this share of the loss on, the positions explain it. */
const POSITION_SHARE = 0.45
const STEADY_DAYS = 28
const EARLIER_DAYS = 3
/** The newest days are left out of what is usual. */
const NEWEST_DAYS = 14

/**
 * Clicks by day of each of the groups, which share no keyword, and last of all of them together; and impressions weighed by
 * the usual CTR of each keyword: fewer searches for a keyword that nobody clicks cost nothing. In one array for all groups.
 */
const togetherOf = (brand: BrandSums, groups: readonly (readonly number[])[]): ClickDays[] => {
  const { length, days } = brand
  const usual = { from: 0, until: length - NEWEST_DAYS }
  const own = length + 1
  const whole = groups.length * own
  const clicks = new Float64Array(whole + own)
  const seen = new Float64Array(whole + own)
  const addRow = (row: number, to: number): void => {
    const impressions = rowSum(brand.impressions, brand, row, usual)
    const ctr = impressions === 0 ? 0 : rowSum(brand.clicks, brand, row, usual) / impressions
    if (ctr === 0) return
    const from = row * length
    for (let at = 0; at < length; at += 1) {
      clicks[to + at] = (clicks[to + at] ?? 0) + (days.clicks[from + at] ?? 0)
      seen[to + at] = (seen[to + at] ?? 0) + ctr * (days.impressions[from + at] ?? 0)
    }
  }
  for (const [group, rows] of groups.entries()) {
    const from = group * own
    for (const row of rows) addRow(row, from)
    for (let at = 0; at < length; at += 1) {
      clicks[whole + at] = (clicks[whole + at] ?? 0) + (clicks[from + at] ?? 0)
      seen[whole + at] = (seen[whole + at] ?? 0) + (seen[from + at] ?? 0)
    }
  }
  const values = { clicks: new Float32Array(clicks), impressions: new Float32Array(seen) }
  return Array.from({ length: groups.length + 1 }, (_, group) => {
    const at = group * own
    for (const sums of [clicks, seen]) toSums(sums.subarray(at, at + own))
    return { sumsAt: at, at, clicks, impressions: seen, days: values }
  })
}

/** It ranked on nearly all days up to some before, and on none since: it left, maybe a day or two earlier than the clicks. */
const hasLeft = (brand: BrandSums, row: number, onset: number): boolean => {
  const before = { from: Math.max(0, onset - STEADY_DAYS), until: Math.max(0, onset - EARLIER_DAYS) }
  const known = sumOver(brand.knownSums, before)
  const since = rankedDays(brand, row, { from: onset, until: brand.length })
  return since === 0 && known > 0 && rankedDays(brand, row, before) >= STEADY_SHARE * known
}

/** How much worse the positions are, weighed by the clicks before. */
const positionOf = (brand: BrandSums, rows: readonly number[], onset: number, shiftsAt: ShiftsAt): number => {
  const shifts = shiftsAt(onset)
  let [sum, weight] = [0, 0]
  for (const row of rows) {
    const change = shifts?.changes[row] ?? Number.NaN
    const clicks = rowSum(brand.clicks, brand, row, { from: 0, until: onset })
    const isGone = shifts?.states[row] === GONE || (Number.isNaN(change) && hasLeft(brand, row, onset))
    if ((Number.isNaN(change) && !isGone) || !(clicks > 0)) continue
    weight += clicks
    sum += isGone ? 0 : clicks * Math.exp(-CLICKS_BY_POSITION * change)
  }
  return weight === 0 ? 0 : -Math.log(Math.max(0.01, sum / weight)) / CLICKS_BY_POSITION
}

type Group = Pick<Drop, 'of' | 'page'> & { readonly rows: readonly number[]; readonly clickDays: ClickDays }

const groupDrop = (brand: BrandSums, { rows, clickDays, ...of }: Group, shiftsAt: ShiftsAt): GroupDrop | null => {
  const found = clickDropOf(brand, clickDays)
  if (found === null) return null
  const position = positionOf(brand, rows, found.onset, shiftsAt)
  const loss = Math.log((found.clicksBefore + 0.01) / (found.clicksNow + 0.01))
  const kind = CLICKS_BY_POSITION * position >= POSITION_SHARE * loss ? 'down' : 'clicks'
  return { drop: { ...of, index: -1, ...found, kind }, clickDays, position }
}

/** Of pages with several keywords, and of the brand. */
export const groupDropsOf = (brand: BrandSums, shiftsAt: ShiftsAt): GroupDrop[] => {
  const usual = { from: Math.max(0, brand.length - 2 * NEWEST_DAYS), until: Math.max(0, brand.length - NEWEST_DAYS) }
  const all = Array.from({ length: brand.size }, (_, row) => row)
  const pages = [...Map.groupBy(all, (row) => leadingPage(brand, row, usual))]
  const together = togetherOf(
    brand,
    pages.map(([, rows]) => rows),
  )
  const groups = [
    ...pages.map(([page, rows]) => ({ of: 'page' as const, page, rows })),
    { of: 'brand' as const, page: 0, rows: all },
  ]
  return together.flatMap((clickDays, at) => {
    const group = groups[at]
    if (group === undefined || (group.of === 'page' && (group.page === 0 || group.rows.length < KEYWORDS_MIN)))
      return []
    return groupDrop(brand, { ...group, clickDays }, shiftsAt) ?? []
  })
}
