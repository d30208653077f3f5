// Rows as they travel from the reader's thread: one flat list of plain values, which is copied between threads in about
// half the time that objects with the same twenty names take. Only this file knows the order of the values.
import type { RankRow } from '../../../src-shared/desk/rankings.ts'

export type Value = string | number | null

export type PackedRows = {
  readonly count: number
  /** Brands by the index that the values hold. */
  readonly brandIds: readonly string[]
  readonly values: readonly Value[]
  readonly hasSpark: boolean
}

/**
 * A record of the cache: its id, then keyword, isStarredByService, isTracked, languageId, pages, the eight measures and
 * positionBefore.
 */
export type RowRecord = readonly [id: number, ...values: Value[]]
/** A ranked page of the cache: the id of its row, then its address and the eight measures. */
export type PageRecord = readonly [id: number, ...values: Value[]]

/** All values of a record but its id. */
const pushValues = (into: Value[], record: RowRecord | PageRecord): void => {
  for (let at = 1; at < record.length; at += 1) into.push(record[at] ?? null)
}

export type RowParts = {
  readonly brand: number
  readonly record: RowRecord
  readonly mark: { readonly star: boolean; readonly tags: readonly string[] }
  readonly rankedPages: readonly PageRecord[]
  readonly spark: readonly Value[]
}

export const packRow = (into: Value[], { brand, record, mark, rankedPages, spark }: RowParts): void => {
  into.push(brand)
  pushValues(into, record)
  into.push(mark.star ? 1 : 0, mark.tags.length, ...mark.tags, rankedPages.length)
  for (const page of rankedPages) pushValues(into, page)
  into.push(spark.length)
  for (const position of spark) into.push(position)
}

/** Packed rows as the contract has them. */
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
    const keyword = text()
    const [isStarredByService, isTracked] = [number() === 1, number() === 1]
    const [languageId, pages] = [next<string | null>(), numberOrNull()]
    const figures = { ...measures(), positionBefore: numberOrNull() }
    const isStarred = number() === 1 || isStarredByService
    const tags = list(number(), text)
    const named = { brandId, keyword, ...figures, isStarred, isStarredByService, isTracked, tags, languageId, pages }
    const rankedPages = list(number(), () => ({ page: text(), ...measures() }))
    const spark = list(number(), numberOrNull)
    return hasSpark ? { ...named, rankedPages, spark } : { ...named, rankedPages }
  }
  return list(count, row)
}
