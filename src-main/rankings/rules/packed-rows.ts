// Rows as they travel from the reader's thread: all figures in one block of memory and all texts in one list, which are
// copied between threads in a quarter of the time that one list of both takes. Only this file knows their order.
import type { RankRow } from '../../../src-shared/desk/rankings.ts'
import type { Measures } from './packed-pages.ts'

export type Value = string | number | null

export type PackedRows = {
  readonly count: number
  /** Brands by the index that the figures hold. */
  readonly brandIds: readonly string[]
  /** NaN: null. */
  readonly figures: Float64Array
  readonly texts: readonly string[]
  readonly hasSpark: boolean
}

/**
 * A record of the cache: its id, then keyword, isStarredByService, isTracked, languageId, pages, the eight measures and
 * positionBefore.
 */
export type RowRecord = readonly [id: number, ...values: Value[]]
const KEYWORD_AT = 1
const STARRED_AT = 2
const LANGUAGE_AT = 4
/** A ranked page, by the id of its row, with its address. */
export type PageRecord = { readonly id: number; readonly address: string; readonly measures: Measures }

/** Figures and texts that are not handed over yet. */
export type Packing = { readonly figures: number[]; readonly texts: string[] }

export type RowParts = {
  readonly brand: number
  readonly record: RowRecord
  readonly mark: { readonly star: boolean; readonly tags: readonly string[] }
  readonly rankedPages: readonly PageRecord[]
  /** Where there are no ranked pages. */
  readonly topPage: string | undefined
  /** Null where none is wanted. */
  readonly spark: readonly (number | null)[] | null
}

const pushAll = (into: number[], values: readonly (number | null)[]): void => {
  for (const value of values) into.push(value ?? Number.NaN)
}

/** A language may be missing: it is in the texts where the figure before it says so. */
const pushRecord = ({ figures, texts }: Packing, record: RowRecord): void => {
  for (let at = 1; at < record.length; at += 1) {
    const value = record[at] ?? null
    if (at === LANGUAGE_AT) figures.push(value === null ? 0 : 1)
    if (at !== KEYWORD_AT && at !== LANGUAGE_AT) figures.push(value === null ? Number.NaN : Number(value))
    else if (value !== null) texts.push(String(value))
  }
}

export const packRow = (into: Packing, { brand, record, mark, rankedPages, topPage, spark }: RowParts): void => {
  const { figures, texts } = into
  figures.push(brand)
  pushRecord(into, record)
  figures.push(mark.star || record[STARRED_AT] === 1 ? 1 : 0, mark.tags.length)
  texts.push(...mark.tags)
  figures.push(rankedPages.length)
  for (const { address, measures } of rankedPages) {
    texts.push(address)
    pushAll(figures, measures)
  }
  if (rankedPages.length === 0) {
    figures.push(topPage === undefined ? 0 : 1)
    if (topPage !== undefined) texts.push(topPage)
  }
  if (spark === null) return
  figures.push(spark.length)
  pushAll(figures, spark)
}

/** Packed rows as the contract has them. */
export const unpackRows = ({ count, brandIds, figures, texts, hasSpark }: PackedRows): RankRow[] => {
  let figureAt = 0
  let textAt = 0
  const number = (): number => {
    const value = figures[figureAt] ?? Number.NaN
    figureAt += 1
    return value
  }
  const numberOrNull = (): number | null => {
    const value = number()
    return Number.isNaN(value) ? null : value
  }
  const text = (): string => {
    const value = texts[textAt] ?? ''
    textAt += 1
    return value
  }
  const list = <Item>(length: number, take: () => Item): Item[] => {
    const items: Item[] = []
    for (let index = 0; index < length; index += 1) items.push(take())
    return items
  }
  // Written out, in the order of packRow: a spread of the eight measures would copy each object two more times.
  const page = (): RankRow['rankedPages'][number] => ({
    page: text(),
    clicks: number(),
    impressions: number(),
    ctr: number(),
    position: numberOrNull(),
    clicksChange: numberOrNull(),
    impressionsChange: numberOrNull(),
    ctrChange: numberOrNull(),
    positionChange: numberOrNull(),
  })
  const topOf = ([first]: RankRow['rankedPages']): string | null => {
    if (first !== undefined) return first.page
    return number() === 1 ? text() : null
  }
  const pages = () => {
    const rankedPages = list(number(), page)
    return { rankedPages, topPage: topOf(rankedPages) }
  }
  const row = (): RankRow => ({
    brandId: brandIds[number()] ?? '',
    keyword: text(),
    isStarredByService: number() === 1,
    isTracked: number() === 1,
    languageId: number() === 1 ? text() : null,
    pages: numberOrNull(),
    clicks: number(),
    impressions: number(),
    ctr: number(),
    position: numberOrNull(),
    clicksChange: numberOrNull(),
    impressionsChange: numberOrNull(),
    ctrChange: numberOrNull(),
    positionChange: numberOrNull(),
    positionBefore: numberOrNull(),
    isStarred: number() === 1,
    tags: list(number(), text),
    ...pages(),
    ...(hasSpark && { spark: list(number(), numberOrNull) }),
  })
  return list(count, row)
}
