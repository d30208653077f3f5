// How each keyword of a brand moved from a day on. A fall is measured in swings of its own, as real moves are, but from any
// day on and with less: what tells a cause is how many others fell with it, against how many fall anyway.
import { type DaySpan, sumOver } from '../../rankings/public.ts'
import { leadingPage, lnSum, type PositionSums, rankedDays } from './brand-sums.ts'

/** Days before the first day of a fall that it is compared with: few, so that slow drifts count for less. */
const BEFORE_DAYS = 8
/** Of the days since, the first ones. */
const AFTER_DAYS = 5
const BEFORE_DAYS_MIN = 4
const AFTER_DAYS_MIN = 1
const RANKED_SHARE_MIN = 0.5
/** It ranked on nearly all days. */
export const STEADY_SHARE = 0.9
const RECENT = 3

const FALLEN_SWINGS = 2
const FALLEN_CHANGE = 0.06
/** The swing that is common at a position, as of real moves, as a share of the position. */
const COMMON_PLACES = 0.2
const COMMON_SHARE = 0.05
/** What a keyword that no longer ranks counts as. */
export const LOST = { change: 1.2, swings: 6 } as const

/** What a keyword did: each is more than those before it. */
export const [UNTOLD, HELD, FELL, GONE] = [0, 1, 2, 3] as const

export type Shifts = {
  readonly windows: Windows
  /** Of each keyword: the change of the logarithm of the position, above 0 is worse; NaN where it cannot be told. */
  readonly changes: Float64Array
  readonly states: Uint8Array
}

export type Windows = { readonly before: DaySpan; readonly after: DaySpan }

/** Null with too few known days. */
const windowsAt = ({ length, knownSums }: PositionSums, onset: number): Windows | null => {
  const before = { from: Math.max(0, onset - BEFORE_DAYS), until: onset }
  const after = { from: onset, until: Math.min(length, onset + AFTER_DAYS) }
  const isShort = sumOver(knownSums, before) < BEFORE_DAYS_MIN || sumOver(knownSums, after) < AFTER_DAYS_MIN
  return isShort ? null : { before, after }
}

const commonAt = (mean: number): number => COMMON_SHARE + COMMON_PLACES * Math.exp(-mean)

const swingOf = (brand: PositionSums, row: number, before: DaySpan, daysAfter: number): number => {
  const { ln, size } = brand
  const count = rankedDays(brand, row, before)
  const mean = lnSum(brand, row, before) / count
  let squares = 0
  // A day without a rank adds nothing to the sum.
  for (let day = before.from; day < before.until; day += 1)
    squares += ((ln[(day + 1) * size + row] ?? 0) - (ln[day * size + row] ?? 0)) ** 2
  const variance = Math.max(0, squares / count - mean * mean)
  return (Math.sqrt(variance / Math.min(daysAfter, RECENT)) + commonAt(mean)) / 2
}

/** How unusual its change is; 0 where it cannot be told. */
export const swingsOf = (brand: PositionSums, { windows, changes, states }: Shifts, row: number): number => {
  if (states[row] === GONE) return LOST.swings
  const change = changes[row] ?? Number.NaN
  return Number.isNaN(change) ? 0 : change / swingOf(brand, row, windows.before, rankedDays(brand, row, windows.after))
}

const shiftsOf = (brand: PositionSums, windows: Windows): Shifts => {
  const { size, ln, ranked, knownSums } = brand
  const { before, after } = windows
  const knownBefore = sumOver(knownSums, before)
  const changes = new Float64Array(size).fill(Number.NaN)
  const states = new Uint8Array(size)
  for (let row = 0; row < size; row += 1) {
    const from = before.from * size + row
    const onset = before.until * size + row
    const until = after.until * size + row
    const rankedBefore = (ranked[onset] ?? 0) - (ranked[from] ?? 0)
    if (rankedBefore < RANKED_SHARE_MIN * knownBefore) continue
    const rankedAfter = (ranked[until] ?? 0) - (ranked[onset] ?? 0)
    if (rankedAfter === 0) {
      if (rankedBefore < STEADY_SHARE * knownBefore) continue
      changes[row] = LOST.change
      states[row] = GONE
      continue
    }
    const mean = ((ln[onset] ?? 0) - (ln[from] ?? 0)) / rankedBefore
    const change = ((ln[until] ?? 0) - (ln[onset] ?? 0)) / rankedAfter - mean
    changes[row] = change
    const isFallen =
      change >= FALLEN_CHANGE &&
      // No swing of its own is less than half of the common one.
      change >= (FALLEN_SWINGS / 2) * commonAt(mean) &&
      change >= FALLEN_SWINGS * swingOf(brand, row, before, rankedAfter)
    states[row] = isFallen ? FELL : HELD
  }
  return { windows, changes, states }
}

export const countOf = (states: Uint8Array, wanted: number): number => {
  let count = 0
  for (const state of states) if (state === wanted) count += 1
  return count
}

/** Of all keywords of the brand; null with too few known days. */
export type ShiftsAt = (onset: number) => Shifts | null

/** Worked out once for each first day. */
export const createShiftsAt = (brand: PositionSums): ShiftsAt => {
  const made = new Map<number, Shifts | null>()
  return (onset) => {
    const known = made.get(onset)
    if (known !== undefined) return known
    const windows = windowsAt(brand, onset)
    const shifts = windows === null ? null : shiftsOf(brand, windows)
    made.set(onset, shifts)
    return shifts
  }
}

/** The page that ranked before, of each keyword that can be told; 0: none. */
export const pagesBefore = (brand: PositionSums, { windows, states }: Shifts): Uint32Array => {
  const pages = new Uint32Array(brand.size)
  for (let row = 0; row < brand.size; row += 1)
    if (states[row] !== UNTOLD) pages[row] = leadingPage(brand, row, windows.before)
  return pages
}

/** The page that ranks since; 0: none. */
export const pageAfter = (brand: PositionSums, { windows }: Shifts, row: number): number =>
  leadingPage(brand, row, windows.after)
