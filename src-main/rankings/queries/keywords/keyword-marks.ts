// Stars and tags of keywords are a person's own and are in core.db, by brand and text: a sync or a new cache.db leaves
// them alone, and they are the same in every slice. Rankings are in cache.db: ids are passed between them as JSON.
import type { CallOutput, ParsedInput } from '../../../../src-shared/desk/contract.ts'
import { assertBrand } from '../../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../../store/db.ts'
import { isOneOf } from '../../../store/search-text.ts'

export type KeywordMark = { readonly star: boolean; readonly tags: readonly string[] }
type MarkRow = { readonly star: number; readonly tags: string }

export const NO_MARK: KeywordMark = { star: false, tags: [] }
const FIND = 'SELECT star, tags FROM keyword_mark WHERE brand_id = ? AND keyword = ?'

const markOf = ({ core }: ReadableDb, brandId: string, keyword: string): KeywordMark => {
  const row = prepared<MarkRow>(core, FIND).get(brandId, keyword)
  return row === undefined ? NO_MARK : { star: row.star === 1, tags: JSON.parse(row.tags) as string[] } // as saveOne wrote them
}

export type MarkedKeyword = { readonly brandId: string; readonly keyword: string }
type FoundMark = readonly [index: number, star: number, tags: string]

const FIND_ALL = `SELECT j.key, m.star, m.tags FROM json_each(?) j
  CROSS JOIN keyword_mark m ON m.brand_id = j.value ->> 0 AND m.keyword = j.value ->> 1`

const ANY = 'SELECT 1 FROM keyword_mark LIMIT 1'

/** The marks of these keywords in their order, by one statement; without a search where there are none at all. */
export const marksOf = ({ core }: ReadableDb, keywords: readonly MarkedKeyword[]): KeywordMark[] => {
  const marks = keywords.map(() => NO_MARK)
  if (prepared(core, ANY).get() === undefined) return marks
  const asked = JSON.stringify(keywords.map(({ brandId, keyword }) => [brandId, keyword]))
  const found = prepared(core, FIND_ALL).raw().all(asked) as FoundMark[] // raw rows are lists of columns
  for (const [index, star, tags] of found) marks[index] = { star: star === 1, tags: JSON.parse(tags) as string[] } // as saveOne wrote them
  return marks
}

const SAVE = 'INSERT OR REPLACE INTO keyword_mark (brand_id, keyword, star, tags) VALUES (?, ?, ?, ?)'
const CLEAR = 'DELETE FROM keyword_mark WHERE brand_id = ? AND keyword = ?'

const saveOne = ({ core }: WritableDb, brandId: string, keyword: string, { star, tags }: KeywordMark): void => {
  if (!star && tags.length === 0) prepared(core, CLEAR).run(brandId, keyword)
  else prepared(core, SAVE).run(brandId, keyword, star ? 1 : 0, JSON.stringify(tags))
}

export type SaveMarksArgs = ParsedInput<'rankings.mark'>

const changed = (mark: KeywordMark, { star, addTags, removeTags }: SaveMarksArgs): KeywordMark => ({
  star: star ?? mark.star,
  tags: [...new Set([...mark.tags.filter((tag) => !removeTags.includes(tag)), ...addTags])],
})

const isSame = (one: KeywordMark, other: KeywordMark): boolean =>
  one.star === other.star && one.tags.join('\n') === other.tags.join('\n')

/** The changed marks as they were before, all in one transaction. Throws not-found for an unknown brand. */
export const saveKeywordMarks = (db: WritableDb, args: SaveMarksArgs): CallOutput<'rankings.mark'>['before'] =>
  db.core
    .transaction(() => {
      for (const brandId of new Set(args.keywords.map((each) => each.brandId))) assertBrand(db, brandId)
      return args.keywords.flatMap(({ brandId, keyword }) => {
        const text = keyword.toWellFormed()
        const before = markOf(db, brandId, text)
        const after = changed(before, args)
        if (isSame(before, after)) return []
        saveOne(db, brandId, text, after)
        return [{ brandId, keyword, star: before.star, tags: [...before.tags] }]
      })
    })
    .immediate()

/** Which marks a condition is about: stars, or any of these tags. */
export type MarkedBy = 'star' | readonly string[]

/** `[brand, keyword]` of every such mark, as JSON. */
export const markedKeywords = ({ core }: ReadableDb, by: MarkedBy): string => {
  const isAny = by === 'star' ? { sql: 'star = 1', params: [] } : isOneOf('tag.value', by)
  const where = by === 'star' ? 'star = 1' : `EXISTS (SELECT 1 FROM json_each(tags) AS tag WHERE ${isAny?.sql})`
  const sql = `SELECT json_group_array(json_array(brand_id, keyword)) AS list FROM keyword_mark WHERE ${where}`
  return prepared<{ list: string }>(core, sql).get(...(isAny?.params ?? []))?.list ?? '[]'
}

/** Tags with the number of their keywords, in alphabetical order. */
export const listKeywordTags = (
  { core }: ReadableDb,
  { brandIds }: { brandIds: 'all' | readonly string[] },
): CallOutput<'rankings.tags'>['tags'] => {
  const scope = brandIds === 'all' ? undefined : isOneOf('brand_id', brandIds)
  const sql = `SELECT tag.value AS tag, count(*) AS count FROM keyword_mark, json_each(tags) AS tag
    WHERE ${scope?.sql ?? 'TRUE'} GROUP BY tag ORDER BY tag`
  return prepared<{ tag: string; count: number }>(core, sql).all(...(scope?.params ?? []))
}
