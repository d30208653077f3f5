// The pages that rank for each keyword of the review window, packed (rules/packed-pages.ts). Their addresses are in
// `rank_url`, once for each brand.
import type { Database } from 'better-sqlite3'
import { prepared } from '../../store/db.ts'
import {
  IDS_OF_A_SET,
  type NewPage,
  type PackedPage,
  packPages,
  rowBit,
  setOf,
  unpackPages,
} from '../rules/packed-pages.ts'
import { SLICE_SPAN } from './rank-slices.ts'

const setsOf = (slice: number): [first: number, last: number] => [
  setOf(slice * SLICE_SPAN),
  setOf((slice + 1) * SLICE_SPAN - 1),
]

const SAVE = 'INSERT OR REPLACE INTO rank_page_set (id, data) VALUES (?, ?)'
const DELETE = 'DELETE FROM rank_page_set WHERE id BETWEEN ? AND ?'
const DELETE_OTHERS = `${DELETE} AND id NOT IN (SELECT value FROM json_each(?))`

/** Replaces the pages of a slice. A set of the size it had is written over in its place. */
export const savePages = (cache: Database, slice: number, pages: readonly NewPage[]): void => {
  const sets = Map.groupBy(pages, ({ id }) => setOf(id))
  for (const [set, of] of sets) prepared(cache, SAVE).run(set, packPages(of))
  prepared(cache, DELETE_OTHERS).run(...setsOf(slice), JSON.stringify([...sets.keys()]))
}

export const deletePages = (cache: Database, slice: number): void => void prepared(cache, DELETE).run(...setsOf(slice))

type SetRow = [id: number, data: Buffer]
const OF_SLICES = `SELECT p.id, p.data FROM json_each(?) s
  CROSS JOIN rank_page_set p ON p.id BETWEEN s.value * ${SLICE_SPAN / IDS_OF_A_SET} AND (s.value + 1) * ${SLICE_SPAN / IDS_OF_A_SET} - 1`

/** All pages of these slices, by slice, keyword and place. */
export function* pagesOfSlices(cache: Database, slices: readonly number[]): Generator<PackedPage> {
  const rows = prepared(cache, OF_SLICES).raw().iterate(JSON.stringify(slices)) as IterableIterator<SetRow> // its columns
  for (const [id, data] of rows) yield* unpackPages(id, data)
}

const THESE = 'SELECT p.id, p.data FROM json_each(?) j CROSS JOIN rank_page_set p ON p.id = j.value'

/** The pages of these rows, in their order. */
export const pagesOfRows = (cache: Database, ids: readonly number[]): PackedPage[] => {
  const rowsOfSet = new Map<number, number>()
  for (const id of ids) rowsOfSet.set(setOf(id), (rowsOfSet.get(setOf(id)) ?? 0) | rowBit(id))
  const sets = prepared(cache, THESE)
    .raw()
    .all(JSON.stringify([...rowsOfSet.keys()])) as SetRow[] // its columns
  const pages = sets.flatMap(([id, data]) => unpackPages(id, data, rowsOfSet.get(id)))
  const byRow = Map.groupBy(pages, ({ id }) => id)
  return ids.flatMap((id) => byRow.get(id) ?? [])
}

const ADDRESSES = `SELECT u.id, u.text FROM json_each(?) j CROSS JOIN rank_url u ON u.id = j.value
  WHERE instr(u.folded, ?) > 0`

/** Addresses by their numbers; of those given, the ones that hold `search`, in lower case. */
export const addressesOf = (cache: Database, urls: Iterable<number>, search = ''): ReadonlyMap<number, string> =>
  new Map(
    prepared(cache, ADDRESSES)
      .raw()
      .all(JSON.stringify([...new Set(urls)]), search) as [number, string][], // its columns
  )

const OF_BRAND = 'SELECT id, text FROM rank_url WHERE brand_no = ? ORDER BY id'

/** All addresses of a brand that ever ranked, by their numbers. */
export const brandAddresses = (cache: Database, brandNo: number): ReadonlyMap<number, string> =>
  new Map(prepared(cache, OF_BRAND).raw().all(brandNo) as [number, string][]) // its columns
