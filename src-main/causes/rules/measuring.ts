// Measuring: the data is another one, not the site. Days that hold a part of what was seen, of all keywords alike, or a
// service that left out the keywords that are seen least.
import { type DaySpan, sumOver } from '../../rankings/public.ts'
import { type BrandSums, lnSum, rankedDays, rowSum } from './brand-sums.ts'
import type { Cause, CauseRule } from './cause.ts'
import { type Count, excessOf, shareOf } from './chance.ts'
import { countOf, FELL, HELD, type Shifts } from './shifts.ts'
import type { FallsAt, Situation } from './situation.ts'

const KEYWORDS_MIN = 20
/** What is seen less often tells nothing. */
const SEEN_MIN = 3
const BEFORE_DAYS = 28

/** Drops that are looked at began in these newest days; the days before them are the usual ones. */
const NEWEST_DAYS = 16
/** On partial days the middle keyword is seen less by this much than on the day before, and soon as often as then. */
const LESS_MIN = 0.25
const BACK_MIN = 0.85
const DAYS_MAX = 3
const LESS_SHARE_MIN = 0.8
/** Searches go down by and by, or the whole of it is missing from the first day on. */
const ABRUPT_MAX = 0.08
const POSITIONS_EXCESS_MAX = 0.7
/** Of the lost clicks. */
const LOSS_SHARE_MIN = 0.6

/** What is seen seldom is often gone a day or two before it is left out. */
const NEAR_DAYS = 2
/** Days since then: most of them may be back already, so the first two are looked at too. */
const AFTER_DAYS = [7, 2] as const
const LEFT_OUT_MIN = 0.08
const SEEN_MOST_GONE_MAX = 0.06
const SEEN_LEAST_GONE_MIN = 0.15
const CLEAR_GONE_MIN = 0.4
const STEADY_EXCESS_MAX = 0.4
/** Of the fifth that is seen least, where the others fell as well. */
const FIFTH_GONE_MIN = 0.6

const middleOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 1

type PartialDays = DaySpan & {
  /** Of the keywords, those that were seen less. */
  readonly less: Count
  /** What the middle keyword had of the day before. */
  readonly part: number
}

/** How often each keyword was seen on one day, as a share of the usual. */
const seenOn = (brand: BrandSums, usual: DaySpan, day: DaySpan): number[] => {
  const [daysBefore, days] = [sumOver(brand.weekSums, usual), sumOver(brand.weekSums, day)]
  const shares: number[] = []
  for (let row = 0; row < brand.size; row += 1) {
    const expected = (rowSum(brand.impressions, brand, row, usual) / daysBefore) * days
    if (expected >= SEEN_MIN) shares.push(rowSum(brand.impressions, brand, row, day) / expected)
  }
  return shares
}

const partialDaysOf = (brand: BrandSums): PartialDays[] => {
  const first = brand.length - NEWEST_DAYS
  const usual = { from: Math.max(0, first - BEFORE_DAYS), until: first }
  if (sumOver(brand.knownSums, usual) < BEFORE_DAYS / 2) return []
  const days = Array.from({ length: NEWEST_DAYS }, (_, at) => first + at).filter((at) => brand.known[at] === true)
  const seen = days.map((at) => seenOn(brand, usual, { from: at, until: at + 1 }))
  if (seen.some(({ length }) => length < KEYWORDS_MIN)) return []
  const middles = seen.map(middleOf)
  const found: PartialDays[] = []
  for (let at = 1; at < days.length; at += 1) {
    const before = middles[at - 1] ?? 1
    let end = at
    while (end < days.length && (middles[end] ?? 1) <= (1 - LESS_MIN) * before) end += 1
    const own = middles.slice(at, end)
    const isBack = end === days.length || (middles[end] ?? 1) >= BACK_MIN * before
    if (own.length > 0 && own.length <= DAYS_MAX && isBack && (own[0] ?? 1) <= middleOf(own) + ABRUPT_MAX) {
      const span = { from: days[at] ?? 0, until: (days[end - 1] ?? 0) + 1 }
      const shares = seenOn(brand, usual, span).map((share) => share / before)
      const less = { of: shares.length, fell: shares.filter((share) => share < 0.9).length }
      found.push({ ...span, less, part: middleOf(shares) })
    }
    at = Math.max(at, end)
  }
  return found.filter(({ less }) => shareOf(less) >= LESS_SHARE_MIN)
}

const partialMemo = new WeakMap<BrandSums, PartialDays[]>()
const partialIn = (brand: BrandSums): PartialDays[] => {
  const known = partialMemo.get(brand) ?? partialDaysOf(brand)
  partialMemo.set(brand, known)
  return known
}

/** Of the keywords that still rank, those that fell beyond chance: what is seen seldom is not there on a partial day. */
const fellBeyond = ({ shifts: { states }, usual }: Pick<FallsAt, 'shifts' | 'usual'>): number => {
  const fell = countOf(states, FELL)
  return excessOf({ of: countOf(states, HELD) + fell, fell }, usual)
}

const partial = (situation: Situation): Cause | null => {
  const { brand, drop, clickDays } = situation
  if (drop.kind !== 'clicks') return null
  const since = partialIn(brand).filter(({ until }) => until > drop.onset)
  const [first] = since
  if (first === undefined || first.from > drop.onset + 1) return null
  if (fellBeyond(situation) > POSITIONS_EXCESS_MAX) return null
  const lostIn = ({ from, until }: DaySpan): number =>
    drop.clicksBefore * sumOver(brand.weekSums, { from, until }) -
    ((clickDays.clicks[clickDays.sumsAt + until] ?? 0) - (clickDays.clicks[clickDays.sumsAt + from] ?? 0))
  const lost = since.reduce((sum, span) => sum + lostIn(span), 0)
  if (lost < LOSS_SHARE_MIN * lostIn({ from: drop.onset, until: brand.length })) return null
  return {
    kind: 'measuring',
    confidence: 'likely',
    since: brand.firstDay + first.from,
    figures: { together: first.less, impressions: first.part - 1 },
  }
}

type Seen = { readonly before: number; readonly ratio: number; readonly position: number }

/** How often each keyword was seen from a day on, against before, of those that were seen often enough to tell; the most seen first. */
const seenFrom = (brand: BrandSums, onset: number, length: number): Seen[] => {
  const before = { from: Math.max(0, onset - BEFORE_DAYS), until: onset }
  const after = { from: onset, until: Math.min(brand.length, onset + length) }
  const [daysBefore, daysAfter] = [sumOver(brand.weekSums, before), sumOver(brand.weekSums, after)]
  const rankedMin = 0.8 * sumOver(brand.knownSums, before)
  const seen: Seen[] = []
  for (let row = 0; row < brand.size; row += 1) {
    const rate = rowSum(brand.impressions, brand, row, before) / daysBefore
    if (rate * daysAfter < SEEN_MIN || rankedDays(brand, row, before) < rankedMin) continue
    const position = lnSum(brand, row, before) / rankedDays(brand, row, before)
    seen.push({ before: rate, ratio: rowSum(brand.impressions, brand, row, after) / (rate * daysAfter), position })
  }
  return seen.sort((one, other) => other.before - one.before)
}

type LeftOut = { readonly least: Count; readonly most: Count }

const goneOf = (of: readonly Seen[]): Count => ({ of: of.length, fell: of.filter(({ ratio }) => ratio === 0).length })

/**
 * Where the others fell as well, what ranked lowest fell out of what is listed. What is seen least ranks low too: it was
 * left out where more of it is gone than of what ranked lowest.
 */
const isLeastSeen = (seen: readonly Seen[]): boolean => {
  const fifth = Math.floor(seen.length / 5)
  const lowest = seen.toSorted((one, other) => other.position - one.position).slice(0, fifth)
  const least = shareOf(goneOf(seen.slice(-fifth)))
  return least >= FIFTH_GONE_MIN && least > shareOf(goneOf(lowest))
}

const leftOutIn = (seen: readonly Seen[], at: FallsAt): LeftOut | null => {
  if (seen.length < KEYWORDS_MIN) return null
  const half = Math.floor(seen.length / 2)
  const [most, least] = [goneOf(seen.slice(0, half)), goneOf(seen.slice(half))]
  if (most.fell + least.fell < LEFT_OUT_MIN * seen.length || shareOf(least) < SEEN_LEAST_GONE_MIN) return null
  if (shareOf(most) > Math.min(SEEN_MOST_GONE_MAX, shareOf(least) / 4)) return null
  return fellBeyond(at) <= STEADY_EXCESS_MAX || isLeastSeen(seen) ? { least, most } : null
}

const leftOutMemo = new WeakMap<Shifts, LeftOut | null>()
const leftOutOn = (brand: BrandSums, at: FallsAt | null, onset: number): LeftOut | null => {
  if (at === null) return null
  const known = leftOutMemo.get(at.shifts)
  if (known !== undefined) return known
  const found =
    AFTER_DAYS.map((length) => leftOutIn(seenFrom(brand, onset, length), at)).find((one) => one !== null) ?? null
  leftOutMemo.set(at.shifts, found)
  return found
}

const leftOut = ({ brand, drop, dropsOn, at: fallsAt }: Situation): Cause | null => {
  if (drop.kind !== 'lost') return null
  const days = Array.from({ length: NEAR_DAYS + 1 }, (_, after) => drop.onset + after).filter((at) => at < brand.length)
  const day = days.reduce(
    (best, at) => (dropsOn('lost', at).length > dropsOn('lost', best).length ? at : best),
    drop.onset,
  )
  const found = leftOutOn(brand, fallsAt(day), day)
  if (found === null) return null
  return {
    kind: 'measuring',
    confidence: shareOf(found.least) >= CLEAR_GONE_MIN ? 'clear' : 'likely',
    since: brand.firstDay + day,
    figures: { together: found.least, controls: found.most },
  }
}

export const measuring: CauseRule = (situation) => partial(situation) ?? leftOut(situation)
