// Rows on their way from the reader's thread: one flat list of plain values, which is copied between threads in about
// half the time that objects with the same twenty names take. The order of the values is known here alone.
import type { RankRow } from '../../src-shared/desk/rankings.ts'

export type Value = string | number | null

export type PackedRows = {
  readonly count: number
  /** Brands by the index that the values hold. */
  readonly brandIds: readonly string[]
  readonly values: readonly Value[]
  readonly hasSpark: boolean
}

/** One row as the packer takes it; `measures` are the eight of the contract in its order. */
export type RowParts = {
  readonly brand: number
  readonly keyword: Value
  readonly measures: readonly Value[]
  readonly isStarred: Value
  readonly languageId: Value
  readonly pages: Value
  /** The address and its eight measures, page after page. */
  readonly rankedPages: readonly Value[]
  readonly spark: readonly Value[]
}

/** An address and eight measures. */
export const PAGE_VALUES = 9

export const packRow = (into: Value[], row: RowParts): void => {
  into.push(row.brand, row.keyword, row.isStarred, row.languageId, row.pages, ...row.measures)
  into.push(row.rankedPages.length / PAGE_VALUES)
  for (const value of row.rankedPages) into.push(value)
  into.push(row.spark.length)
  for (const value of row.spark) into.push(value)
}

/** The rows of the contract again. */
export const unpackRows = ({ count, brandIds, values, hasSpark }: PackedRows): RankRow[] => {
  let at = 0
  const next = <Kind extends Value>(): Kind => {
    const value = values[at] as Kind // packRow put a value of this kind here
    at += 1
    return value
  }
  const number = next<number>
  const numberOrNull = next<number | null>
  const text = next<string>
  const list = <Item>(length: number, take: () => Item): Item[] => {
    const items: Item[] = []
    for (let index = 0; index < length; index += 1) items.push(take())
    return items
  }
  const measures = () => ({
    clicks: number(),
    impressions: number(),
    ctr: number(),
    position: numberOrNull(),
    clicksChange: numberOrNull(),
    impressionsChange: numberOrNull(),
    ctrChange: numberOrNull(),
    positionChange: numberOrNull(),
  })
  const row = (): RankRow => {
    const brandId = brandIds[number()] ?? ''
    const [keyword, isStarred, languageId, pages] = [text(), number() === 1, next<string | null>(), numberOrNull()]
    const named = { brandId, keyword, ...measures(), isStarred, languageId, pages }
    const rankedPages = list(number(), () => ({ page: text(), ...measures() }))
    const spark = list(number(), numberOrNull)
    return hasSpark ? { ...named, rankedPages, spark } : { ...named, rankedPages }
  }
  return list(count, row)
}
