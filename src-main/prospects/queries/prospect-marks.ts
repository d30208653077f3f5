// Marks on prospects are in core.db, prospects in cache.db: ids are passed between them as JSON.
import type { TRIAGE_STATES } from '../../../src-shared/desk/outreach-care.ts'
import { assertBrand, findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { all, type Condition, isOneOf } from '../../store/search-text.ts'
import { whileUnchanged } from '../../store/while-unchanged.ts'
import { CHANGED, type ChangedColumns, changedIn } from '../../team/public.ts'

type Triage = (typeof TRIAGE_STATES)[number]
export type ProspectMark = { readonly triage: Triage | null; readonly tags: string[]; readonly note: string }
type Row = ChangedColumns & { triage: Triage | null; tags: string; note: string }

const NO_MARK: ProspectMark = { triage: null, tags: [], note: '' }
const SELECT = `SELECT triage, tags, note, ${CHANGED} FROM prospect_mark WHERE brand_id = ? AND prospect_id = ?`

const toMark = ({ triage, tags, note }: Row): ProspectMark => ({
  triage,
  tags: JSON.parse(tags) as string[], // as saveOne wrote it
  note,
})

export const markOf = ({ core }: ReadableDb, brandId: string, prospectId: string): ProspectMark => {
  const row = prepared<Row>(core, SELECT).get(brandId, prospectId)
  return row === undefined ? NO_MARK : toMark(row)
}

/** The mark as a list shows it: in a team with who last changed it. */
export const createShownMark = (db: ReadableDb) => {
  const changed = changedIn(db)
  return (brandId: string, prospectId: string) => {
    const row = prepared<Row>(db.core, SELECT).get(brandId, prospectId)
    return row === undefined ? NO_MARK : { ...toMark(row), ...changed(row) }
  }
}

export type MarkArgs = {
  readonly brandId: string
  readonly prospectIds: readonly string[]
  /** Undefined: unchanged. */
  readonly triage?: Triage | null | undefined
  readonly addTags: readonly string[]
  readonly removeTags: readonly string[]
  readonly note?: string | undefined
}

const SAVE = 'INSERT OR REPLACE INTO prospect_mark (brand_id, prospect_id, triage, tags, note) VALUES (?, ?, ?, ?, ?)'
const CLEAR = 'DELETE FROM prospect_mark WHERE brand_id = ? AND prospect_id = ?'

const saveOne = ({ core }: WritableDb, brandId: string, prospectId: string, mark: ProspectMark): void => {
  const isEmpty = mark.triage === null && mark.tags.length === 0 && mark.note === ''
  if (isEmpty) prepared(core, CLEAR).run(brandId, prospectId)
  else prepared(core, SAVE).run(brandId, prospectId, mark.triage, JSON.stringify(mark.tags), mark.note)
}

const changedMark = (mark: ProspectMark, { triage, addTags, removeTags, note }: MarkArgs): ProspectMark => ({
  triage: triage === undefined ? mark.triage : triage,
  tags: [...new Set([...mark.tags.filter((tag) => !removeTags.includes(tag)), ...addTags])],
  note: note ?? mark.note,
})

const isSame = (one: ProspectMark, other: ProspectMark): boolean =>
  one.triage === other.triage && one.note === other.note && one.tags.join('\n') === other.tags.join('\n')

/** The changed marks, as they were before. Throws not-found for an unknown brand. */
export const saveMarks = (db: WritableDb, args: MarkArgs): ({ prospectId: string } & ProspectMark)[] =>
  db.core
    .transaction(() => {
      assertBrand(db, args.brandId)
      return [...new Set(args.prospectIds)].flatMap((prospectId) => {
        const before = markOf(db, args.brandId, prospectId)
        const after = changedMark(before, args)
        if (isSame(before, after)) return []
        saveOne(db, args.brandId, prospectId, after)
        return [{ prospectId, ...before }]
      })
    })
    .immediate()

const MARKED_ROWS = `SELECT json_group_array(p.no) AS rows FROM json_each(?) AS j CROSS JOIN brand AS b ON b.id = j.value ->> 0
  CROSS JOIN prospect AS p ON p.brand_no = b.no AND p.id = j.value ->> 1`

/** Numbers of the prospects of every matching mark as JSON, looked up once for a page and its total. */
const marked = (db: ReadableDb, brandIds: 'all' | readonly string[], condition: Condition): string => {
  const { sql, params } = all([condition, brandIds === 'all' ? undefined : isOneOf('brand_id', brandIds)])
  const found = `SELECT json_group_array(json_array(brand_id, prospect_id)) AS marks FROM prospect_mark WHERE ${sql}`
  const marks = prepared<{ marks: string }>(db.core, found).get(...params)?.marks ?? '[]'
  return prepared<{ rows: string }>(db.cache, MARKED_ROWS).get(marks)?.rows ?? '[]'
}

const IN_ROWS = 'IN (SELECT value FROM json_each(?))'

const HAS_TRIAGE: Condition = { sql: 'triage IS NOT NULL', params: [] }

/** A condition on rows of `prospect`: one of these triage values, `none` for those without. */
export const isTriaged = (
  db: ReadableDb,
  brandIds: 'all' | readonly string[],
  triage: readonly (Triage | 'none')[] | undefined,
): Condition | undefined => {
  if (triage === undefined) return undefined
  const words = triage.filter((word) => word !== 'none')
  const fits = { sql: `no ${IN_ROWS}`, params: [marked(db, brandIds, isOneOf('triage', words) ?? HAS_TRIAGE)] }
  if (!triage.includes('none')) return fits
  const isNone = { sql: `no NOT ${IN_ROWS}`, params: [marked(db, brandIds, HAS_TRIAGE)] }
  return { sql: `${fits.sql} OR ${isNone.sql}`, params: [...fits.params, ...isNone.params] }
}

/** A condition on rows of `prospect`: any of these tags. */
export const isTagged = (
  db: ReadableDb,
  brandIds: 'all' | readonly string[],
  tags: readonly string[] | undefined,
): Condition | undefined => {
  if (tags === undefined) return undefined
  const has = `EXISTS (SELECT 1 FROM json_each(tags) AS tag WHERE ${isOneOf('tag.value', tags)?.sql})`
  return { sql: `no ${IN_ROWS}`, params: [marked(db, brandIds, { sql: has, params: [JSON.stringify(tags)] })] }
}

/** Whether a site of these brands was reviewed. */
export const hasMarks = (db: ReadableDb, brandIds: 'all' | readonly string[]): boolean => {
  const { sql, params } = (brandIds === 'all' ? undefined : isOneOf('brand_id', brandIds)) ?? {
    sql: 'TRUE',
    params: [],
  }
  const found = `SELECT EXISTS (SELECT 1 FROM prospect_mark WHERE ${HAS_TRIAGE.sql} AND ${sql}) AS found`
  return prepared<{ found: number }>(db.core, found).get(...params)?.found === 1
}

/** A list for each brand: an object for each of thousands of tags would cost more than to count them. */
const TAGS = `SELECT brand_id AS brandId, json_group_array(json_array(prospect_id, tag.value)) AS tags
  FROM prospect_mark, json_each(prospect_mark.tags) AS tag`
const COUNT = `SELECT j.value ->> 1 AS tag, count(*) AS count FROM json_each(?) AS j CROSS JOIN prospect AS p
  ON p.brand_no = ? AND p.id = j.value ->> 0 GROUP BY tag`

type TagCount = { readonly tag: string; readonly count: number }

const countNow = (db: ReadableDb, brandIds: 'all' | readonly string[]): readonly TagCount[] => {
  const condition = brandIds === 'all' ? undefined : isOneOf('brand_id', brandIds)
  const brands = prepared<{ brandId: string; tags: string }>(
    db.core,
    `${TAGS} WHERE ${condition?.sql ?? 'TRUE'} GROUP BY brand_id`,
  ).all(...(condition?.params ?? []))
  const counts = new Map<string, number>()
  for (const { brandId, tags } of brands)
    for (const { tag, count } of prepared<TagCount>(db.cache, COUNT).all(tags, findBrandNo(db, brandId)))
      counts.set(tag, (counts.get(tag) ?? 0) + count)
  return Array.from(counts, ([tag, count]) => ({ tag, count })).sort((one, other) => (one.tag < other.tag ? -1 : 1))
}

/** Tags on prospects that are listed now. To count them took two thirds of a page of all brands. */
export const countTags = (db: ReadableDb, brandIds: 'all' | readonly string[]): TagCount[] => [
  ...whileUnchanged(db, 'prospect tags', brandIds, () => countNow(db, brandIds)),
]
