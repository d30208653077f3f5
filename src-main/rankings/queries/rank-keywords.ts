// Numbers of keywords and of the pages that rank. During a sync the numbers of the brands at hand are kept in memory,
// since a day of a brand is looked up keyword by keyword. A number is remembered only after its transaction has been
// committed.
import type { Database } from 'better-sqlite3'
import { caseFold } from '../../base/text.ts'
import { prepared, type WritableDb } from '../../store/db.ts'

/** Each has the numbers of its own keywords and pages. */
const BRANDS_IN_MEMORY = 32

type Numbers = Map<string, number>
type Table = 'rank_keyword' | 'rank_url'
const memory = new WeakMap<Database, Map<string, Numbers>>()

const listsOf = (cache: Database): Map<string, Numbers> => {
  const known = memory.get(cache) ?? new Map<string, Numbers>()
  memory.set(cache, known)
  return known
}

/** `raw` gives each row as its columns, in their order. */
const load = (cache: Database, table: Table, brand: number): Numbers =>
  new Map(
    prepared<[string, number]>(cache, `SELECT text, id FROM ${table} WHERE brand_no = ?`).raw().all(brand) as [
      string,
      number,
    ][], // raw rows are arrays of the two columns
  )

export const forgetKeywords = (cache: Database): void => void memory.delete(cache)

/**
 * As long as this is the same object, a number names the same keyword on this thread, which writes: numbers of a removed brand
 * may be given again.
 */
export const keywordNumbering = (cache: Database): object => listsOf(cache)

/** Runs a transaction; if it fails, the numbers assigned in it are forgotten. */
export const forgetOnError = <Value>({ cache }: WritableDb, run: () => Value): Value => {
  try {
    return run()
  } catch (error) {
    forgetKeywords(cache)
    throw error
  }
}

/** Numbers of one brand by text; the least recently used brands are dropped from memory. */
const numbersOf = (cache: Database, table: Table, brand: number): Numbers => {
  const lists = listsOf(cache)
  const key = `${table} ${brand}`
  const numbers = lists.get(key) ?? load(cache, table, brand)
  lists.delete(key)
  lists.set(key, numbers)
  for (const oldest of lists.keys()) if (lists.size > 2 * BRANDS_IN_MEMORY) lists.delete(oldest)
  return numbers
}

type Ask = { readonly table: Table; readonly brand: number; readonly insert: (text: string) => number | bigint }

const numberIn = (cache: Database, { table, brand, insert }: Ask): ((text: string) => number) => {
  const numbers = numbersOf(cache, table, brand)
  return (text) => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    const id = Number(insert(text))
    numbers.set(text, id)
    return id
  }
}

/** The numbers of these texts, in their order; new ones are stored. Call `forgetKeywords` if the transaction fails. */
export const numberKeywords = (cache: Database, brand: number, texts: readonly string[]): number[] => {
  const add = prepared(cache, 'INSERT INTO rank_keyword (brand_no, text, folded) VALUES (?, ?, ?)')
  const insert = (text: string) => add.run(brand, text, caseFold(text)).lastInsertRowid
  return texts.map(numberIn(cache, { table: 'rank_keyword', brand, insert }))
}

/** Gives the number of an address; a new one is stored. Call `forgetKeywords` if the transaction fails. */
export const urlNumbers = (cache: Database, brand: number): ((url: string) => number) => {
  const add = prepared(cache, 'INSERT INTO rank_url (brand_no, text, folded) VALUES (?, ?, ?)')
  const insert = (url: string) => add.run(brand, url, caseFold(url)).lastInsertRowid
  return numberIn(cache, { table: 'rank_url', brand, insert })
}
