// Numbers of keywords. During a sync the numbers of the brands at hand are kept in memory, since a day of a brand is
// looked up keyword by keyword. A number is remembered only after its transaction has been committed.
import type { Database } from 'better-sqlite3'
import { caseFold } from '../../base/text.ts'
import { prepared, type WritableDb } from '../../store/db.ts'

const BRANDS_IN_MEMORY = 32

type Numbers = Map<string, number>
const memory = new WeakMap<Database, Map<number, Numbers>>()

const brandsOf = (cache: Database): Map<number, Numbers> => {
  const known = memory.get(cache) ?? new Map<number, Numbers>()
  memory.set(cache, known)
  return known
}

/** `raw` gives each row as its columns, in their order. */
const load = (cache: Database, brand: number): Numbers =>
  new Map(
    prepared<[string, number]>(cache, 'SELECT text, id FROM rank_keyword WHERE brand_no = ?').raw().all(brand) as [
      string,
      number,
    ][], // raw rows are arrays of the two columns
  )

export const forgetKeywords = (cache: Database): void => void memory.delete(cache)

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
const numbersOf = (cache: Database, brand: number): Numbers => {
  const brands = brandsOf(cache)
  const numbers = brands.get(brand) ?? load(cache, brand)
  brands.delete(brand)
  brands.set(brand, numbers)
  for (const oldest of brands.keys()) if (brands.size > BRANDS_IN_MEMORY) brands.delete(oldest)
  return numbers
}

/** The numbers of these texts, in their order; new ones are stored. Call `forgetKeywords` if the transaction fails. */
export const numberKeywords = (cache: Database, brand: number, texts: readonly string[]): number[] => {
  const numbers = numbersOf(cache, brand)
  const insert = prepared(cache, 'INSERT INTO rank_keyword (brand_no, text, folded) VALUES (?, ?, ?)')
  return texts.map((text) => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    const id = Number(insert.run(brand, text, caseFold(text)).lastInsertRowid)
    numbers.set(text, id)
    return id
  })
}
