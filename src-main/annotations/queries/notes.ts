// Notes of people. A note for several brands is a row for each of them: a removed brand takes its own, and a person of a team
// reads only those of brands that they may see. Every change gives the note another id, so that a change of what somebody
// else changed meanwhile is refused.
import type { ParsedInput } from '../../../src-shared/desk/contract.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { dayNumber } from '../../base/clock.ts'
import { accentFold } from '../../base/text.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { all, saysAll, searchText } from '../../store/search-text.ts'

type Save = ParsedInput<'annotations.save'>
type Content = Omit<Save, 'id'>

const columnsOf = ({ day, untilDay, keyword, page, text }: Content) => ({
  day: dayNumber(day),
  untilDay: dayNumber(untilDay ?? day),
  keyword,
  page,
  text,
  folded: accentFold(searchText([text, keyword, page])),
})

const INSERT = `INSERT INTO annotation
    (id, note_id, brand_id, day, until_day, keyword, page, text, folded, created_at_ms)
  VALUES (@id, @noteId, @brandId, @day, @untilDay, @keyword, @page, @text, @folded, @atMs)`
const UPDATE = `UPDATE annotation SET note_id = @noteId, day = @day, until_day = @untilDay, keyword = @keyword,
  page = @page, text = @text, folded = @folded WHERE id = @id`

const brandsOf = ({ brandIds }: Content): readonly (string | null)[] =>
  brandIds === 'all' ? [null] : [...new Set(brandIds)]

type New = Content & { readonly noteId: string; readonly atMs: number }

const insertRow = (db: WritableDb, note: New, brandId: string | null): void => {
  const { noteId, atMs } = note
  if (brandId !== null) assertBrand(db, brandId)
  prepared(db.core, INSERT).run({ ...columnsOf(note), id: `${noteId} ${brandId ?? ''}`, noteId, brandId, atMs })
}
const insert = (db: WritableDb, note: New): void => {
  for (const brandId of brandsOf(note)) insertRow(db, note, brandId)
}

type OldRow = { readonly id: string; readonly brandId: string | null; readonly atMs: number }
const OLD_ROWS = 'SELECT id, brand_id AS brandId, created_at_ms AS atMs FROM annotation WHERE note_id = ?'

const gone = () =>
  new DeskError('not-found', 'This note was changed or removed meanwhile. Open it again to see what it says now.')

/** Brands that the note keeps keep their rows, with who wrote them. */
const change = (db: WritableDb, id: string, note: New): void => {
  const rows = prepared<OldRow>(db.core, OLD_ROWS).all(id)
  const [first] = rows
  if (first === undefined) throw gone()
  const wanted = new Set(brandsOf(note))
  for (const row of rows) {
    const { noteId } = note
    if (wanted.delete(row.brandId)) prepared(db.core, UPDATE).run({ ...columnsOf(note), id: row.id, noteId })
    else prepared(db.core, 'DELETE FROM annotation WHERE id = ?').run(row.id)
  }
  for (const brandId of wanted) insertRow(db, { ...note, atMs: first.atMs }, brandId)
}

export type SaveNoteArgs = New & { readonly id?: string | undefined }

/** `noteId` is the id that it has from now on. Throws not-found for an unknown brand, and for a note that is gone. */
export const saveNote = (db: WritableDb, { id, ...note }: SaveNoteArgs): void =>
  db.core.transaction(() => (id === undefined ? insert(db, note) : change(db, id, note))).immediate()

/** Brings removed notes back, each with its time; a brand that was removed since is left out. */
export const restoreNotes = (db: WritableDb, { notes }: { readonly notes: readonly New[] }): void =>
  db.core
    .transaction(() => {
      const isKnown = (id: string) => prepared(db.core, 'SELECT 1 FROM brand WHERE id = ?').get(id) !== undefined
      for (const note of notes)
        insert(db, { ...note, brandIds: note.brandIds === 'all' ? note.brandIds : note.brandIds.filter(isKnown) })
    })
    .immediate()

const REMOVE = 'DELETE FROM annotation WHERE note_id = ?'

/** Returns those that were there. */
export const removeNotes = (db: WritableDb, { ids }: { readonly ids: readonly string[] }): StoredNote[] =>
  db.core
    .transaction(() => {
      const notes = notesById(db, { ids })
      for (const { noteId } of notes) prepared(db.core, REMOVE).run(noteId)
      return notes
    })
    .immediate()

export type StoredNote = {
  readonly noteId: string
  /** Null: all brands. */
  readonly brandIds: readonly string[] | null
  readonly day: number
  readonly untilDay: number
  readonly keyword: string | null
  readonly page: string | null
  readonly text: string
  readonly atMs: number
  readonly madeBy: string | null
}
type Row = Omit<StoredNote, 'brandIds'> & { readonly brandIds: string }

/** A note names those of its brands that the desk holds, whichever were asked for. */
const NOTES = `SELECT note_id AS noteId, json_group_array(brand_id) AS brandIds, min(day) AS day, max(until_day) AS untilDay,
    min(keyword) AS keyword, min(page) AS page, min(text) AS text, min(created_at_ms) AS atMs, min(made_by) AS madeBy
  FROM annotation`

export type NotesArgs = {
  readonly brandIds: 'all' | readonly string[]
  /** Notes that touch these days. */
  readonly fromDay: number
  readonly toDay: number
  /** Notes that begin on this day or before. */
  readonly beginBy: number
  /** Folded as `accentFoldedWords` does. */
  readonly words: readonly string[]
}

type Days = Omit<NotesArgs, 'brandIds'>

/** Its case is folded already. Earlier programs kept the accents, and letters of other scripts are few: these rows cost a call. */
const FOLDED = 'CASE WHEN length(folded) = octet_length(folded) THEN folded ELSE accent_fold(folded) END'

/** A note ends on the day on which it begins, or later: without a first day, none is left out by its end. */
const inDays = ({ fromDay, toDay, beginBy, words }: Days) => [
  { sql: 'day <= ?', params: [Math.min(toDay, beginBy)] },
  fromDay > 0 ? { sql: 'until_day >= ?', params: [fromDay] } : undefined,
  saysAll(words, () => FOLDED),
]

/** Of one brand by its index, or of all brands; the rows of a note lie together in this order. */
const ORDER = 'day DESC, created_at_ms DESC, note_id DESC'
const HEAD = 'note_id AS noteId, day, created_at_ms AS atMs, keyword, page'
const OF_BRAND = 'brand_id IS ?'

export type NoteHead = Pick<StoredNote, 'noteId' | 'day' | 'keyword' | 'page' | 'atMs'>

const newer = (one: NoteHead, other: NoteHead): number =>
  other.day - one.day || other.atMs - one.atMs || (one.noteId < other.noteId ? 1 : -1)

/** A note has a row for each of its brands; of one brand, each row is another note. */
const distinct = (rows: readonly NoteHead[], limit: number, isOneBrand = false): NoteHead[] => {
  const heads = isOneBrand ? rows : [...new Map(rows.map((row) => [row.noteId, row])).values()]
  const notes = heads.toSorted(newer)
  return limit < 0 ? notes : notes.slice(0, limit)
}

const FEW = 500

/** Newest day first, then newest written. */
export const newestNotes = (
  { core }: ReadableDb,
  { brandIds, limit, ...days }: NotesArgs & { readonly limit: number },
): NoteHead[] => {
  const { sql, params } = all(inDays(days))
  if (brandIds === 'all' && days.words.length > 0) {
    // The text of each note is read, so in the order of the file. Where many have the words, the newest are found soon.
    const found = prepared<NoteHead>(
      core,
      `SELECT ${HEAD} FROM annotation WHERE ${sql.replace('day <=', '+day <=')} LIMIT ${FEW}`,
    ).all(...params)
    if (found.length < FEW) return distinct(found, limit)
  }
  if (brandIds === 'all')
    return prepared<NoteHead>(
      core,
      `SELECT ${HEAD} FROM annotation WHERE ${sql} GROUP BY day, created_at_ms, note_id ORDER BY ${ORDER} LIMIT ?`,
    ).all(...params, limit)
  const ofBrand = prepared<NoteHead>(
    core,
    `SELECT ${HEAD} FROM annotation WHERE ${OF_BRAND} AND ${sql} ORDER BY ${ORDER} LIMIT ?`,
  )
  const rows = [null, ...new Set(brandIds)].flatMap((brandId) => ofBrand.all(brandId, ...params, limit))
  return distinct(rows, limit, brandIds.length === 1)
}

export const countNotes = ({ core }: ReadableDb, { brandIds, ...days }: NotesArgs): number => {
  const { sql, params } = all(inDays(days))
  const count = (rows: string, ...bound: unknown[]): number =>
    prepared<{ total: number }>(core, `SELECT count(*) AS total FROM ${rows}`).get(...bound)?.total ?? 0
  if (brandIds === 'all')
    return count(`(SELECT 1 FROM annotation WHERE ${sql} GROUP BY day, created_at_ms, note_id)`, ...params)
  // A note has one row of a brand.
  if (brandIds.length <= 1)
    return [null, ...brandIds].reduce(
      (sum, brandId) => sum + count(`annotation WHERE ${OF_BRAND} AND ${sql}`, brandId, ...params),
      0,
    )
  const ofBrands = 'brand_id IS NULL OR brand_id IN (SELECT value FROM json_each(?))'
  const rows = `SELECT DISTINCT note_id FROM annotation WHERE (${ofBrands}) AND ${sql.replace('day <=', '+day <=')}`
  return count(`(${rows})`, JSON.stringify(brandIds), ...params)
}

/** In no order. */
export const notesById = ({ core }: ReadableDb, { ids }: { readonly ids: readonly string[] }): StoredNote[] =>
  prepared<Row>(core, `${NOTES} WHERE note_id IN (SELECT value FROM json_each(?)) GROUP BY note_id`)
    .all(JSON.stringify(ids))
    .map((row) => {
      const brandIds = JSON.parse(row.brandIds) as (string | null)[] // the column's own values
      return { ...row, brandIds: brandIds.includes(null) ? null : brandIds.flatMap((id) => id ?? []).toSorted() }
    })
