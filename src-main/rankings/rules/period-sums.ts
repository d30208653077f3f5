// The days of a period added up by keyword. Most days have the keywords of the day before, side by side: these are added
// column by column, and only others are looked up.
import { createPlaces } from './day-columns.ts'
import { dayHead, readColumn } from './packed-day.ts'

/** By keyword upwards. Positions are in thousandths; NaN: not ranking. */
export type PeriodSums = {
  readonly keywords: Float64Array
  readonly positions: Float64Array
  readonly clicks: Float64Array
  readonly impressions: Float64Array
}

const NAMES = ['positions', 'clicks', 'impressions'] as const

/** `shown`: impressions of the days on which it ranked; `weighted`: positions × impressions; `places`: positions of `ranked` days. */
const SUMS = ['clicks', 'impressions', 'shown', 'weighted', 'places', 'ranked'] as const
type Sums = Readonly<Record<(typeof SUMS)[number], Float64Array>>

const longer = (column: Float64Array, length: number): Float64Array => {
  const copy = new Float64Array(length)
  copy.set(column)
  return copy
}
const eachSum = (of: (name: keyof Sums) => Float64Array): Sums =>
  Object.fromEntries(SUMS.map((name) => [name, of(name)])) as Sums // one entry a name

/** The day that is read overwrites the one before. */
let [positions, clicks, impressions] = NAMES.map(() => new Float64Array(0)) as [
  Float64Array,
  Float64Array,
  Float64Array,
] // one a name
let gaps = new Float64Array(0)
let places = new Int32Array(0)

const readDay = (head: ReturnType<typeof dayHead>): void => {
  const { count } = head
  if (positions.length < count) {
    positions = new Float64Array(count)
    clicks = new Float64Array(count)
    impressions = new Float64Array(count)
    gaps = new Float64Array(count)
    places = new Int32Array(count)
  }
  readColumn(head, 'positions', positions)
  readColumn(head, 'clicks', clicks)
  readColumn(head, 'impressions', impressions)
}

const placesOf = (head: ReturnType<typeof dayHead>, placeOf: ReturnType<typeof createPlaces>['placeOf']): void => {
  readColumn(head, 'gaps', gaps)
  let keyword = head.first - 1
  let place = -1
  for (let row = 0; row < head.count; row += 1) {
    keyword += (gaps[row] as number) + 1 // `row` is below the count of each column
    place = placeOf(keyword, place)
    places[row] = place
  }
}

/** `isSame`: each row has the place of its number. Each `as`: `row` is below the count, and `at` below the length of the sums. */
const addDay = (sums: Sums, count: number, isSame: boolean): void => {
  const { clicks: ofClicks, impressions: ofImpressions, shown, weighted, places: ofPlaces, ranked } = sums
  const day = { positions, clicks, impressions, places }
  for (let row = 0; row < count; row += 1) {
    const at = isSame ? row : (day.places[row] as number)
    const seen = day.impressions[row] as number
    ofClicks[at] = (ofClicks[at] as number) + (day.clicks[row] as number)
    ofImpressions[at] = (ofImpressions[at] as number) + seen
    const position = (day.positions[row] as number) - 1
    if (position < 0) continue
    shown[at] = (shown[at] as number) + seen
    weighted[at] = (weighted[at] as number) + position * seen
    ofPlaces[at] = (ofPlaces[at] as number) + position
    ranked[at] = (ranked[at] as number) + 1
  }
}

/** The mean over the days, weighted by impressions; without any, the plain mean of the ranked days. */
const meanPosition = ({ shown, weighted, places: sum, ranked }: Sums, at: number): number => {
  const [days, weights] = [ranked[at] ?? 0, shown[at] ?? 0]
  if (days === 0) return Number.NaN
  return Math.round(weights === 0 ? (sum[at] ?? 0) / days : (weighted[at] ?? 0) / weights)
}

const inOrder = (keywords: readonly number[], sums: Sums): PeriodSums => {
  const order = Float64Array.from(keywords).sort()
  const result = { keywords: order, positions: order.slice(), clicks: order.slice(), impressions: order.slice() }
  const isUpwards = order.every((keyword, at) => keywords[at] === keyword)
  const placeOf = isUpwards ? undefined : new Map(keywords.map((keyword, place) => [keyword, place]))
  for (let at = 0; at < order.length; at += 1) {
    const place = placeOf?.get(order[at] ?? 0) ?? at
    result.positions[at] = meanPosition(sums, place)
    result.clicks[at] = sums.clicks[place] ?? 0
    result.impressions[at] = sums.impressions[place] ?? 0
  }
  return result
}

/** `days`: packed days of one slice, in any order. */
export const sumDays = (days: Iterable<Uint8Array>): PeriodSums => {
  const { keywords, placeOf } = createPlaces()
  let sums = eachSum(() => new Float64Array(0))
  let ofFirstDay = 0
  for (const data of days) {
    const head = dayHead(data)
    const { count, first } = head
    readDay(head)
    const isSame =
      head.columns.gaps.width === 0 &&
      count <= ofFirstDay &&
      keywords[0] === first &&
      (count === 0 || keywords[count - 1] === first + count - 1)
    if (!isSame) placesOf(head, placeOf)
    if (ofFirstDay === 0) ofFirstDay = count
    const { length } = sums.clicks
    if (keywords.length > length) {
      const before = sums
      sums = eachSum((name) => longer(before[name], Math.max(count, length * 2, keywords.length)))
    }
    addDay(sums, count, isSame)
  }
  return inOrder(keywords, sums)
}
