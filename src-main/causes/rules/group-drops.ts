// Losses of clicks of whole pages and of the brand: a change that is too small in one keyword shows in all of them.
import { sumOver } from '../../rankings/public.ts'
import { toSums } from '../../rankings/rules/keyword-series.ts'
import { type BrandSums, type ClickDays, leadingPage, rowSum } from './brand-sums.ts'
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

/** By day; the last value is none. */
type Together = { readonly clicks: Float64Array; readonly seen: Float64Array }

/** Clicks, and impressions weighed by the usual CTR of each keyword: fewer searches for a keyword that nobody clicks cost nothing. */
const togetherOf = (brand: BrandSums, rows: readonly number[]): Together => {
  const { length, days } = brand
  const usual = { from: 0, until: length - NEWEST_DAYS }
  const clicks = new Float64Array(length + 1)
  const seen = new Float64Array(length + 1)
  for (const row of rows) {
    const impressions = rowSum(brand.impressions, brand, row, usual)
    const ctr = impressions === 0 ? 0 : rowSum(brand.clicks, brand, row, usual) / impressions
    if (ctr === 0) continue
    const from = row * length
    for (let at = 0; at < length; at += 1) {
      clicks[at] = (clicks[at] ?? 0) + (days.clicks[from + at] ?? 0)
      seen[at] = (seen[at] ?? 0) + ctr * (days.impressions[from + at] ?? 0)
    }
  }
  return { clicks, seen }
}

/** Of all keywords, each of which is in one of the groups. */
const addedUp = (groups: readonly Together[], length: number): Together => {
  const clicks = new Float64Array(length + 1)
  const seen = new Float64Array(length + 1)
  for (const one of groups)
    for (let at = 0; at < length; at += 1) {
      clicks[at] = (clicks[at] ?? 0) + (one.clicks[at] ?? 0)
      seen[at] = (seen[at] ?? 0) + (one.seen[at] ?? 0)
    }
  return { clicks, seen }
}

const toClickDays = ({ clicks, seen }: Together): ClickDays => {
  const days = { clicks: new Float32Array(clicks), impressions: new Float32Array(seen) }
  return { sumsAt: 0, at: 0, clicks: toSums(clicks), impressions: toSums(seen), days }
}

/** It ranked on nearly all days up to some before, and on none since: it left, maybe a day or two earlier than the clicks. */
const hasLeft = (brand: BrandSums, row: number, onset: number): boolean => {
  const before = { from: Math.max(0, onset - STEADY_DAYS), until: Math.max(0, onset - EARLIER_DAYS) }
  const known = sumOver(brand.knownSums, before)
  const since = rowSum(brand.ranked, brand, row, { from: onset, until: brand.length })
  return since === 0 && known > 0 && rowSum(brand.ranked, brand, row, before) >= STEADY_SHARE * known
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

type Group = Pick<Drop, 'of' | 'page'> & { readonly rows: readonly number[]; readonly together: Together }

const groupDrop = (brand: BrandSums, { rows, together, ...of }: Group, shiftsAt: ShiftsAt): GroupDrop | null => {
  const clickDays = toClickDays(together)
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
  const pages = Array.from(
    Map.groupBy(all, (row) => leadingPage(brand, row, usual)),
    ([page, rows]): Group => ({ of: 'page', page, rows, together: togetherOf(brand, rows) }),
  )
  const whole = addedUp(
    pages.map(({ together }) => together),
    brand.length,
  )
  const groups: Group[] = [
    ...pages.filter(({ page, rows }) => page !== 0 && rows.length >= KEYWORDS_MIN),
    { of: 'brand', page: 0, rows: all, together: whole },
  ]
  return groups.flatMap((group) => groupDrop(brand, group, shiftsAt) ?? [])
}
