// How each keyword of a brand moved from a day on. A fall is measured in swings of its own, as real moves are, but from any
// day on and with less: what tells a cause is how many others fell with it, against how many fall anyway.
import { type DaySpan, sumOver } from '../../rankings/public.ts'
import { type BrandSums, type KeywordSums, leadingPage } from './brand-sums.ts'

/** Days before the first day of a fall that it is compared with: few, so that slow drifts count for less. */
const BEFORE_DAYS = 8
/** Of the days since, the first ones. */
const AFTER_DAYS = 5
const BEFORE_DAYS_MIN = 4
const AFTER_DAYS_MIN = 1
const RANKED_SHARE_MIN = 0.5
const STEADY_SHARE = 0.9
const RECENT = 3

const FALLEN_SWINGS = 2
const FALLEN_CHANGE = 0.06
/** The swing that is common at a position, as of real moves, as a share of the position. */
const COMMON_PLACES = 0.2
const COMMON_SHARE = 0.05
/** What a keyword that no longer ranks counts as. */
const LOST = { change: 1.2, swings: 6 } as const

export type Shift = {
  /** Change of the logarithm of the position: above 0 is worse. */
  readonly change: number
  readonly swings: number
  readonly isFallen: boolean
  readonly isLost: boolean
  /** The page that ranked before, and the one since; 0: none. */
  readonly page: number
  readonly pageAfter: number
}

export type Windows = { readonly before: DaySpan; readonly after: DaySpan }

/** Null with too few known days. */
export const windowsAt = (
  { length, knownSums }: BrandSums,
  onset: number,
  daysBefore = BEFORE_DAYS,
): Windows | null => {
  const before = { from: Math.max(0, onset - daysBefore), until: onset }
  const after = { from: onset, until: Math.min(length, onset + AFTER_DAYS) }
  const isShort = sumOver(knownSums, before) < BEFORE_DAYS_MIN || sumOver(knownSums, after) < AFTER_DAYS_MIN
  return isShort ? null : { before, after }
}

const swingOf = ({ lnSquares, ln, ranked }: KeywordSums, before: DaySpan, daysAfter: number): number => {
  const days = sumOver(ranked, before)
  const mean = sumOver(ln, before) / days
  const variance = Math.max(0, sumOver(lnSquares, before) / days - mean * mean)
  const common = COMMON_SHARE + COMMON_PLACES * Math.exp(-mean)
  return (Math.sqrt(variance / Math.min(daysAfter, RECENT)) + common) / 2
}

const shiftOf = (brand: BrandSums, one: KeywordSums, { before, after }: Windows): Shift | null => {
  const known = { before: sumOver(brand.knownSums, before), after: sumOver(brand.knownSums, after) }
  const ranked = { before: sumOver(one.ranked, before), after: sumOver(one.ranked, after) }
  if (ranked.before < RANKED_SHARE_MIN * known.before) return null
  const page = leadingPage(one, before)
  if (ranked.after === 0)
    return ranked.before < STEADY_SHARE * known.before
      ? null
      : { ...LOST, isFallen: true, isLost: true, page, pageAfter: 0 }
  const change = sumOver(one.ln, after) / ranked.after - sumOver(one.ln, before) / ranked.before
  const swings = change / swingOf(one, before, ranked.after)
  const isFallen = swings >= FALLEN_SWINGS && change >= FALLEN_CHANGE
  return { change, swings, isFallen, isLost: false, page, pageAfter: leadingPage(one, after) }
}

/** One for each keyword, in their order; null where it cannot be told. Null: too few known days for all. */
export type ShiftsAt = (onset: number) => readonly (Shift | null)[] | null

/** Worked out once for each first day. */
export const createShiftsAt = (brand: BrandSums): ShiftsAt => {
  const made = new Map<number, readonly (Shift | null)[] | null>()
  return (onset) => {
    const known = made.get(onset)
    if (known !== undefined) return known
    const windows = windowsAt(brand, onset)
    const shifts = windows === null ? null : brand.keywords.map((one) => shiftOf(brand, one, windows))
    made.set(onset, shifts)
    return shifts
  }
}
