// All keywords of a slice by day, in one array for each measure: a brand is looked through without an object for each keyword.
import type { Database } from 'better-sqlite3'
import { type ArrayRoom, newRoom } from '../../rules/array-room.ts'
import { createDayReader, type DayColumns, type ValueColumn } from '../../rules/day-columns.ts'
import type { PackedDay } from '../rank-packed.ts'
import { type KeywordColumns, type Place, packedDays } from './keyword-days.ts'

/** All keywords of a slice, those of row n in `length` values from n × length on: one array for each measure. */
export type SliceMatrix = KeywordColumns & {
  /** Their numbers, upwards. */
  readonly keywords: Float64Array
  readonly length: number
}

const readDay = createDayReader()

/** Whether the first `count` numbers are the others: most days have the same keywords. */
const isSame = (own: Float64Array, count: number, all: Float64Array): boolean => {
  if (count !== all.length) return false
  for (let index = 0; index < count; index += 1) if (own[index] !== all[index]) return false
  return true
}

/** Of the first `count` numbers, upwards as the others, the places in the others; -1: it is not there. */
const placesIn = (own: Float64Array, count: number, all: Float64Array): Int32Array => {
  const places = new Int32Array(count)
  let at = 0
  for (let index = 0; index < count; index += 1) {
    const keyword = own[index] ?? 0
    while (at < all.length && (all[at] ?? 0) < keyword) at += 1
    places[index] = all[at] === keyword ? at : -1
  }
  return places
}

const keywordsOf = (days: readonly { readonly data: Uint8Array }[]): Float64Array => {
  let all = new Float64Array()
  for (const [index, { data }] of days.entries()) {
    const { count, keywords, isSame } = readDay(data)
    if (index > 0 && isSame) continue
    const places = placesIn(keywords, count, all)
    if (!places.includes(-1)) continue
    const more = keywords.subarray(0, count).filter((_, index) => places[index] === -1)
    all = Float64Array.of(...all, ...more).sort()
  }
  return all
}

/** Days that are put into the matrix together: with one at a time each row is fetched into the processor again for each day. */
const BLOCK_DAYS = 16
/** Days one after the other; after a missing one another block begins. */
const blocksOf = (days: readonly PackedDay[]): PackedDay[][] => {
  const blocks: PackedDay[][] = []
  for (const one of days) {
    const block = blocks.at(-1)
    const isNext = block !== undefined && block.length < BLOCK_DAYS && block.at(-1)?.day === one.day - 1
    if (isNext) block.push(one)
    else blocks.push([one])
  }
  return blocks
}

type BlockDay = { readonly at: number; readonly places: Int32Array | null } & Pick<DayColumns, 'count' | 'column'>

const COLUMN = { of: new Float64Array(), block: new Float64Array() }

const roomFor = (name: keyof typeof COLUMN, count: number): Float64Array => {
  if (COLUMN[name].length < count) COLUMN[name] = new Float64Array(count)
  return COLUMN[name]
}

/** One column of some days in a row, day by day, each from a multiple of `stride` on; 0 where a day lacks the keyword. */
const blockOf = (days: readonly BlockDay[], name: ValueColumn, size: number, stride: number): Float64Array => {
  const block = roomFor('block', BLOCK_DAYS * stride)
  for (const [index, { places, count, column }] of days.entries()) {
    const own = block.subarray(index * stride, index * stride + size)
    if (places === null) {
      column(name, own)
      continue
    }
    const values = column(name, roomFor('of', count))
    own.fill(0)
    for (let at = 0; at < count; at += 1) {
      const place = places[at] ?? -1
      if (place >= 0) own[place] = values[at] ?? 0
    }
  }
  return block
}

type Turn = {
  readonly first: number
  readonly days: number
  readonly size: number
  readonly stride: number
  readonly length: number
}

/** Day by day in the block, keyword by keyword in the matrix. */
const turn = (
  block: Float64Array,
  out: Float32Array | Uint32Array,
  { first, days, size, stride, length }: Turn,
): void => {
  for (let row = 0, to = first; row < size; row += 1, to += length)
    for (let day = 0, from = row; day < days; day += 1, from += stride) out[to + day] = block[from] as number // within both
}

const turnPositions = (block: Float64Array, out: Float32Array, { first, days, size, stride, length }: Turn): void => {
  for (let row = 0, to = first; row < size; row += 1, to += length)
    for (let day = 0, from = row; day < days; day += 1, from += stride) {
      const packed = block[from] as number // within it
      out[to + day] = packed > 1 ? (packed - 1) / 1000 : 0
    }
}

type MatrixPlace = Place & {
  /** Only these, upwards; all of the slice without it. */
  readonly keywords?: Float64Array
  readonly isPositionsAlone?: boolean
  readonly room?: ArrayRoom | undefined
}

export const matrixOfSlice = (
  cache: Database,
  { keywords: asked, isPositionsAlone = false, room = newRoom, ...place }: MatrixPlace,
): SliceMatrix => {
  const { first, last } = place.span
  const length = last - first + 1
  const days = Array.from(packedDays(cache, place))
  const keywords = asked ?? keywordsOf(days)
  const size = keywords.length
  const all = size * length
  const others = isPositionsAlone ? 0 : all
  const positions = new Float32Array(room('positions', 4 * all), 0, all)
  const pages = new Uint32Array(room('pages', 4 * others), 0, others)
  const clicks = new Float32Array(room('clicks', 4 * others), 0, others)
  const impressions = new Float32Array(room('impressions', 4 * others), 0, others)
  // An odd number of cache lines, so that the same keyword of the days of a block is not in one set of them.
  const stride = 16 * Math.ceil(size / 16) + 8
  let places: Int32Array | null | undefined
  for (const block of blocksOf(days)) {
    const some = block.map(({ day, data }): BlockDay => {
      const { count, keywords: own, column, isSame: isSameAgain } = readDay(data)
      if (places === undefined || !isSameAgain)
        places = isSame(own, count, keywords) ? null : placesIn(own, count, keywords)
      return { at: day - first, places, count, column }
    })
    const of = { first: some[0]?.at ?? 0, days: some.length, size, stride, length }
    turnPositions(blockOf(some, 'positions', size, stride), positions, of)
    if (isPositionsAlone) continue
    turn(blockOf(some, 'pages', size, stride), pages, of)
    turn(blockOf(some, 'clicks', size, stride), clicks, of)
    turn(blockOf(some, 'impressions', size, stride), impressions, of)
  }
  return { keywords, length, pages, positions, clicks, impressions }
}
