// The ranked pages of 32 neighbouring keywords of a review window as one blob: a sync replaces the figures of all of
// them, and one value is stored in a tenth of the time that a row for each page takes. A page has a fixed size: the
// keyword within the blob, the number of its address, then eight doubles, so that nothing is rounded.
import type { RankedPage } from '../../../src-shared/service/rank-tracking.ts'
import { rankedChange, rankedPosition } from './rank-position.ts'

/** Ids of rows that share a blob; a power of two. */
export const IDS_OF_A_SET = 32
export const setOf = (id: number): number => Math.floor(id / IDS_OF_A_SET)

export type Measure = number | null
/** In the order of the row's columns: clicks, impressions, ctr, position, and the change of each. */
export type Measures = readonly Measure[]
type Figures =
  | 'clicks'
  | 'impressions'
  | 'ctr'
  | 'position'
  | 'clicksChange'
  | 'impressionsChange'
  | 'ctrChange'
  | 'positionChange'
export type NewPage = { readonly id: number; readonly url: number; readonly page: Pick<RankedPage, Figures> }
/** `id` is that of its keyword's row, `url` the number of its address. */
export type PackedPage = { readonly id: number; readonly url: number; readonly measures: Measures }

const FORMAT = 1
const HEAD_BYTES = 1
const MEASURES = 8
const MEASURES_AT = 5
const PAGE_BYTES = MEASURES_AT + 8 * MEASURES

/** Pages of one set; those of a keyword in their order. */
export const packPages = (pages: readonly NewPage[]): Buffer => {
  const data = Buffer.allocUnsafe(HEAD_BYTES + pages.length * PAGE_BYTES)
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  view.setUint8(0, FORMAT)
  let at = HEAD_BYTES
  const put = (measure: number, value: Measure | undefined): void =>
    view.setFloat64(at + MEASURES_AT + 8 * measure, value ?? Number.NaN, true)
  for (const { id, url, page } of pages) {
    view.setUint8(at, id % IDS_OF_A_SET)
    view.setUint32(at + 1, url, true)
    put(0, page.clicks)
    put(1, page.impressions)
    put(2, page.ctr)
    put(3, rankedPosition(page.position))
    put(4, page.clicksChange)
    put(5, page.impressionsChange)
    put(6, page.ctrChange)
    put(7, rankedChange(page))
    at += PAGE_BYTES
  }
  return data
}

const ALL_ROWS = 0xff_ff_ff_ff
/** The bit of a row in its set. */
export const rowBit = (id: number): number => 1 << (id % IDS_OF_A_SET)

/** The pages of a set, in their order; of the rows whose bits are in `rows` alone: a page shows one row in twenty. */
export const unpackPages = (set: number, data: Uint8Array, rows = ALL_ROWS): PackedPage[] => {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (view.getUint8(0) !== FORMAT) throw new Error(`Packed pages have the unknown format ${view.getUint8(0)}.`)
  const pages: PackedPage[] = []
  for (let at = HEAD_BYTES; at < data.byteLength; at += PAGE_BYTES) {
    const row = view.getUint8(at)
    if (((rows >>> row) & 1) === 0) continue
    const measures: Measure[] = []
    for (let measure = 0; measure < MEASURES; measure += 1) {
      const value = view.getFloat64(at + MEASURES_AT + 8 * measure, true)
      measures.push(Number.isNaN(value) ? null : value)
    }
    pages.push({ id: set * IDS_OF_A_SET + row, url: view.getUint32(at + 1, true), measures })
  }
  return pages
}
