// The history: one packed row by slice and day (rules/packed-day.ts), beside the day's sums in `rank_day`. A row is
// replaced whole, so a day read again holds what was read last.
import type { Database } from 'better-sqlite3'
import { prepared } from '../../store/db.ts'
import { type DayRow, packDay, unpackDay } from '../rules/packed-day.ts'

/** The rows of a slice lie side by side, by day: slice × 2^20 + day. */
const DAYS_OF_A_SLICE = 2 ** 20
const LAST_DAY = DAYS_OF_A_SLICE - 1
const idOf = (slice: number, day: number): number =>
  slice * DAYS_OF_A_SLICE + Math.max(0, Math.min(LAST_DAY, Math.round(day)))
const dayOf = (id: number): number => id % DAYS_OF_A_SLICE
const sliceOf = (id: number): number => Math.floor(id / DAYS_OF_A_SLICE)

/** A new version with every write (52 bits, exact in JavaScript) tells those who unpacked the row that it changed. */
const SAVE = 'INSERT OR REPLACE INTO rank_packed (id, version, data) VALUES (?, random() >> 12, ?)'

export const savePacked = (cache: Database, slice: number, day: number, data: Buffer): void =>
  void prepared(cache, SAVE).run(idOf(slice, day), data)

/** `rows` are by keyword upwards, each keyword once. */
export const saveDay = (cache: Database, slice: number, day: number, rows: readonly DayRow[]): void =>
  savePacked(cache, slice, day, packDay(rows))

const READ = 'SELECT data FROM rank_packed WHERE id = ?'

export const readPacked = (cache: Database, slice: number, day: number): Buffer | undefined =>
  prepared<{ data: Buffer }>(cache, READ).get(idOf(slice, day))?.data

/** By keyword upwards; none where the day is not stored. */
export const readDay = (cache: Database, slice: number, day: number): DayRow[] => {
  const data = readPacked(cache, slice, day)
  return data === undefined ? [] : unpackDay(data)
}

const VERSIONS = 'SELECT id, version FROM rank_packed WHERE id BETWEEN ? AND ?'

/** The days of a slice, oldest first, with the versions of their rows. */
export const packedVersions = (cache: Database, slice: number): (readonly [day: number, version: number])[] => {
  const rows = prepared(cache, VERSIONS).raw().all(idOf(slice, 0), idOf(slice, LAST_DAY)) as [number, number][] // its columns
  return rows.map(([id, version]) => [dayOf(id), version])
}

export type SliceSpan = { readonly slice: number; readonly from: number; readonly to: number }
export type PackedDay = { readonly slice: number; readonly day: number; readonly data: Buffer }

const READ_SPANS = `SELECT p.id, p.data FROM json_each(?) j
  CROSS JOIN rank_packed p ON p.id BETWEEN j.value ->> 0 AND j.value ->> 1`

/** The days of these spans, each span by day: one packed row in memory at a time, in one statement. */
export function* readSpans(cache: Database, spans: readonly SliceSpan[]): Generator<PackedDay> {
  const ids = JSON.stringify(spans.map(({ slice, from, to }) => [idOf(slice, from), idOf(slice, to)]))
  const rows = prepared(cache, READ_SPANS).raw().iterate(ids) as IterableIterator<[number, Buffer]> // the two columns
  for (const [id, data] of rows) yield { slice: sliceOf(id), day: dayOf(id), data }
}

/** The packed days of one span. */
export function* packedDays(cache: Database, span: SliceSpan): Generator<Buffer> {
  for (const { data } of readSpans(cache, [span])) yield data
}

/** Deletes the days before `before`; all days without it. */
export const deleteDays = (cache: Database, slice: number, before = LAST_DAY + 1): void =>
  void prepared(cache, 'DELETE FROM rank_packed WHERE id BETWEEN ? AND ?').run(idOf(slice, 0), idOf(slice, before - 1))
