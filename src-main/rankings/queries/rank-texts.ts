// The texts of keywords and pages, which everything else of the rankings names by number: for other rooms.
import type { Database } from 'better-sqlite3'
import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'

/** SQL: a keyword by its number, with its `text` and the same in lower case, `folded`. */
export const joinKeyword = (name: string, id: string): string => `CROSS JOIN rank_keyword ${name} ON ${name}.id = ${id}`

/** SQL: the same of a page. */
export const joinPage = (name: string, id: string): string => `CROSS JOIN rank_url ${name} ON ${name}.id = ${id}`

/** SQL: a keyword's text as it is searched; null: it has no such number. */
export const foldedOf = (id: string): string => `(SELECT folded FROM rank_keyword WHERE id = ${id})`

/** SQL: the number of a keyword by its text, NULL where it never ranked. */
export const keywordNo = (brandNo: string, text: string): string =>
  `(SELECT id FROM rank_keyword WHERE brand_no = ${brandNo} AND text = ${text})`

/** SQL: the same of a page by its whole address. */
export const pageNo = (brandNo: string, address: string): string =>
  `(SELECT id FROM rank_url WHERE brand_no = ${brandNo} AND text = ${address})`

const FIND = 'SELECT id FROM rank_keyword WHERE brand_no = ? AND text = ?'

/** The number of a keyword; undefined: it never ranked. */
export const findKeyword = (db: ReadableDb, brandId: string, keyword: string): number | undefined =>
  prepared<{ id: number }>(db.cache, FIND).get(findBrandNo(db, brandId), keyword.toWellFormed())?.id

const TABLES = { keywords: 'rank_keyword', pages: 'rank_url' } as const

/** SQL: a keyword or the address of a page by its number, NULL without one. */
export const textOf = (kind: keyof typeof TABLES, id: string): string =>
  `(SELECT text FROM ${TABLES[kind]} WHERE id = ${id})`

/** All texts of the brand of a slice, by number. */
export const textsOfSlice = (cache: Database, kind: keyof typeof TABLES, slice: number): [number, string][] =>
  prepared(
    cache,
    `SELECT id, text FROM ${TABLES[kind]} WHERE brand_no = (SELECT brand_no FROM rank_slice WHERE id = ?)`,
  )
    .raw()
    .all(slice) as [number, string][] // the two columns

const FOLDED = 'SELECT id, folded FROM rank_keyword WHERE brand_no = (SELECT brand_no FROM rank_slice WHERE id = ?)'

/** The keywords of the brand of a slice as they are searched, by number. */
export const foldedOfSlice = (cache: Database, slice: number): [number, string][] =>
  prepared(cache, FOLDED).raw().all(slice) as [number, string][] // the two columns

const WINDOW_READ = 'SELECT fetched_at_ms AS at FROM rank_stats WHERE slice = ?'

/** When the review window of a slice was read; undefined: never. */
export const windowReadAt = (cache: Database, slice: number): number | undefined =>
  prepared<{ at: number }>(cache, WINDOW_READ).get(slice)?.at
