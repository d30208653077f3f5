// A brand by keyword and day, as sums: whatever span of days a rule asks for is one subtraction. One array holds a measure of
// all keywords, so that a brand is looked through without an object for each keyword.
import type { DaySpan, KeywordColumns, SliceMatrix } from '../../rankings/public.ts'
import { type ArrayRoom, newRoom } from '../../rankings/rules/array-room.ts'
import { toSums } from '../../rankings/rules/keyword-series.ts'

/** Days that are looked at: two spans of 28 days, one for chance, and the newest three. */
export const CAUSE_DAYS = 59

export type BrandDays = {
  /** As a number of days since 1970. */
  readonly firstDay: number
  /** Which days are cached whole. */
  readonly known: readonly boolean[]
  readonly days: SliceMatrix
}

/**
 * `days` has the values of keyword n from n × length on. Positions are asked for all keywords by a few days, so their sums lie
 * day by day: those before day d from d × size on. Clicks and impressions are asked for one keyword by many days: their sums are
 * from n × (length + 1) on.
 */
export type PositionSums = {
  readonly length: number
  /** How many keywords it has. */
  readonly size: number
  readonly knownSums: Float64Array
  readonly days: SliceMatrix
  /** Natural logarithms of the positions, over the ranked days. */
  readonly ln: Float64Array
  readonly ranked: Uint16Array
}

export type BrandSums = PositionSums & {
  readonly firstDay: number
  readonly known: readonly boolean[]
  /** Known days, each weighed by the searches of its weekday: 1 is an ordinary day. */
  readonly weekSums: Float64Array
  readonly clicks: Float64Array
  readonly impressions: Float64Array
}

/** Clicks and impressions by day, of a keyword or of several together. */
export type ClickDays = {
  /** Sums from `sumsAt` on; the values of the days from `at` on. */
  readonly sumsAt: number
  readonly at: number
  readonly clicks: Float64Array
  readonly impressions: Float64Array
  readonly days: Pick<KeywordColumns, 'clicks' | 'impressions'>
}

const WEEK = 7
/** The newest days tell nothing about the usual week: they may be what is looked into. */
const UNUSUAL_DAYS = 3

const sumsOf = (length: number, valueAt: (at: number) => number): Float64Array => {
  const values = new Float64Array(length + 1)
  for (let at = 0; at < length; at += 1) values[at] = valueAt(at)
  return toSums(values)
}

/** Each sum is set, that of no day too. */
const OVERWRITTEN = { isOverwritten: true }

type Sums = { readonly size: number; readonly length: number; readonly memory: ArrayBuffer }

const sumsByRow = (values: Float32Array, { size, length, memory }: Sums): Float64Array => {
  const sums = new Float64Array(memory, 0, size * (length + 1))
  for (let row = 0; row < size; row += 1) {
    const [from, to] = [row * length, row * (length + 1)]
    let sum = 0
    sums[to] = 0
    for (let at = 0; at < length; at += 1) {
      sum += values[from + at] ?? 0
      sums[to + at + 1] = sum
    }
  }
  return sums
}

/** By thousandths of a place, as positions are stored, up to the 65th: a logarithm takes longer than all else of its sum. */
const LN = Float64Array.from({ length: 65_536 }, (_, thousandths) => Math.log(Math.fround(thousandths / 1000)))

/** Of a position above 0. */
const lnOf = (position: number): number => {
  const thousandths = (1000 * position + 0.5) | 0
  return thousandths < LN.length && Math.fround(thousandths / 1000) === position
    ? (LN[thousandths] as number) // below its length
    : Math.log(position)
}

export const positionSums = (known: readonly boolean[], days: SliceMatrix, room: ArrayRoom = newRoom): PositionSums => {
  const { length } = known
  const size = days.keywords.length
  const all = size * (length + 1)
  const ln = new Float64Array(room('ln', 8 * all, OVERWRITTEN), 0, all)
  const ranked = new Uint16Array(room('ranked', 2 * all, OVERWRITTEN), 0, all)
  ln.fill(0, 0, size)
  ranked.fill(0, 0, size)
  // Keyword by keyword, as the positions lie: that they are read in order is worth more than that the sums are written so.
  for (let row = 0, from = 0; row < size; row += 1) {
    let [sum, count] = [0, 0]
    for (let at = 0, to = row + size; at < length; at += 1, from += 1, to += size) {
      const position = days.positions[from] as number // within it
      if (position > 0) {
        sum += lnOf(position)
        count += 1
      }
      ln[to] = sum
      ranked[to] = count
    }
  }
  return { length, size, days, ln, ranked, knownSums: sumsOf(length, (at) => (known[at] === true ? 1 : 0)) }
}

/** How much of an ordinary day's searches each weekday has; by the day's place in the series modulo 7. */
const weekOf = (known: readonly boolean[], impressionsOn: Float64Array): readonly number[] => {
  const sums = Array.from({ length: WEEK }, () => ({ days: 0, impressions: 0 }))
  for (let at = 0; at < known.length - UNUSUAL_DAYS; at += 1) {
    const weekday = sums[at % WEEK]
    if (known[at] !== true || weekday === undefined) continue
    weekday.days += 1
    weekday.impressions += impressionsOn[at] ?? 0
  }
  const days = sums.reduce((sum, one) => sum + one.days, 0)
  const mean = sums.reduce((sum, one) => sum + one.impressions, 0) / days
  return sums.map((one) => (one.days === 0 || mean === 0 ? 1 : Math.max(0.1, one.impressions / one.days / mean)))
}

const byDay = (values: Float32Array, size: number, length: number): Float64Array => {
  const sums = new Float64Array(length)
  for (let row = 0; row < size; row += 1)
    for (let at = 0; at < length; at += 1) sums[at] = (sums[at] ?? 0) + (values[row * length + at] ?? 0)
  return sums
}

/** With a room of its own it holds until the next brand is put there. */
export const brandSums = ({ firstDay, known, days }: BrandDays, room: ArrayRoom = newRoom): BrandSums => {
  const positions = positionSums(known, days, room)
  const { size, length } = positions
  const memoryOf = (name: string) => ({ size, length, memory: room(name, 8 * size * (length + 1), OVERWRITTEN) })
  const week = weekOf(known, byDay(days.impressions, size, length))
  return {
    ...positions,
    firstDay,
    known,
    weekSums: sumsOf(length, (at) => (known[at] === true ? (week[at % WEEK] ?? 1) : 0)),
    clicks: sumsByRow(days.clicks, memoryOf('click sums')),
    impressions: sumsByRow(days.impressions, memoryOf('impression sums')),
  }
}

type Of = Pick<PositionSums, 'ln' | 'ranked' | 'size'>
/** Of a keyword over days. */
export const lnSum = ({ ln, size }: Of, row: number, { from, until }: DaySpan): number =>
  (ln[until * size + row] ?? 0) - (ln[from * size + row] ?? 0)
export const rankedDays = ({ ranked, size }: Of, row: number, { from, until }: DaySpan): number =>
  (ranked[until * size + row] ?? 0) - (ranked[from * size + row] ?? 0)

/** The clicks or impressions of a keyword over days. */
export const rowSum = (
  sums: Float64Array,
  { length }: Pick<PositionSums, 'length'>,
  row: number,
  { from, until }: DaySpan,
): number => (sums[row * (length + 1) + until] ?? 0) - (sums[row * (length + 1) + from] ?? 0)

export const clickDaysOf = ({ length, clicks, impressions, days }: BrandSums, row: number): ClickDays => ({
  sumsAt: row * (length + 1),
  at: row * length,
  clicks,
  impressions,
  days,
})

/** The page that ranked on most days of the span; 0: none. */
export const leadingPage = ({ days, length }: PositionSums, row: number, { from, until }: DaySpan): number => {
  const { pages } = days
  const first = row * length + from
  const end = row * length + until
  let leading = 0
  let most = 0
  // What is left cannot be more.
  for (let at = first; at < end && end - at > most; at += 1) {
    const page = pages[at] ?? 0
    if (page === 0 || page === leading) continue
    let count = 0
    for (let other = at; other < end; other += 1) if (pages[other] === page) count += 1
    if (count <= most) continue
    leading = page
    most = count
  }
  return leading
}
