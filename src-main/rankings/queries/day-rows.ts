// Packed days as rows that SQL can filter, sort and join: a temporary table of this connection, filled when a day is
// first asked for. Both tables are SQLite's, so that a read that fails takes its rows back, with the list of them.
import type { Database } from 'better-sqlite3'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type DayRow, unpackDay } from '../rules/packed-day.ts'
import { remember } from './rank-memo.ts'
import type { Scope } from './rank-scope.ts'
import { DAYS, type Shown } from './rank-snapshots.ts'

/** About 20 MB: three days of 200 brands with 1,000 keywords. */
const ROWS_MAX = 600_000

const TABLES = `CREATE TEMP TABLE IF NOT EXISTS day_row (
    slice INTEGER NOT NULL,
    day INTEGER NOT NULL,
    keyword INTEGER NOT NULL,
    position INTEGER,
    clicks INTEGER NOT NULL,
    impressions INTEGER NOT NULL,
    PRIMARY KEY (slice, day, keyword)
  ) WITHOUT ROWID;
  CREATE TEMP TABLE IF NOT EXISTS day_held (
    slice INTEGER NOT NULL,
    day INTEGER NOT NULL,
    version INTEGER NOT NULL,
    keywords INTEGER NOT NULL,
    PRIMARY KEY (slice, day)
  ) WITHOUT ROWID`

/** Rows of one INSERT: the fewest crossings into SQLite that still pay. */
const CHUNK = 100
const insertOf = (rows: number): string => `INSERT INTO day_row
  SELECT ?, ?, column1, column2, column3, column4 FROM (VALUES ${Array(rows).fill('(?, ?, ?, ?)').join(', ')})`

const insertRows = (cache: Database, slice: number, day: number, rows: readonly DayRow[]): void => {
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK)
    const values: (number | null)[] = [slice, day]
    for (const { keyword, position, clicks, impressions } of chunk) values.push(keyword, position, clicks, impressions)
    prepared(cache, insertOf(chunk.length)).run(values)
  }
}

const drop = (cache: Database, slice: number, day: number): void => {
  prepared(cache, 'DELETE FROM day_row WHERE slice = ? AND day = ?').run(slice, day)
  prepared(cache, 'DELETE FROM day_held WHERE slice = ? AND day = ?').run(slice, day)
}

/** The slices whose day is not held, or was replaced since. */
const MISSING = `SELECT s.value AS slice FROM json_each(@slices) s
  CROSS JOIN rank_packed p ON p.id = (s.value << 20) + @day
  LEFT JOIN day_held h ON h.slice = s.value AND h.day = @day WHERE h.version IS NOT p.version`
const PACKED = 'SELECT version, data FROM rank_packed WHERE id = (? << 20) + ?'
const HOLD = 'INSERT INTO day_held (slice, day, version, keywords) VALUES (?, ?, ?, ?)'

const unpackMissing = (cache: Database, slices: string, day: number): void => {
  const missing = prepared<{ slice: number }>(cache, MISSING).all({ slices, day })
  for (const { slice } of missing) {
    const packed = prepared<{ version: number; data: Buffer }>(cache, PACKED).get(slice, day)
    if (packed === undefined) continue
    const rows = unpackDay(packed.data)
    drop(cache, slice, day)
    insertRows(cache, slice, day, rows)
    prepared(cache, HOLD).run(slice, day, packed.version, rows.length)
  }
}

/** All rows go when those asked for would be too many beside them: SQLite empties a table at once, but deletes row by row. */
const makeRoom = (cache: Database, slices: string, days: readonly number[], rowsMax: number): void => {
  const missing = `SELECT coalesce(sum(d.keywords), 0) AS rows FROM json_each(@slices) s CROSS JOIN json_each(@days) j
    CROSS JOIN rank_day d ON d.slice = s.value AND d.day = j.value
    WHERE NOT EXISTS (SELECT 1 FROM day_held h WHERE h.slice = d.slice AND h.day = d.day)`
  const held = 'SELECT coalesce(sum(keywords), 0) AS rows FROM day_held'
  const asked = prepared<{ rows: number }>(cache, missing).get({ slices, days: JSON.stringify(days) })?.rows ?? 0
  if (asked === 0 || asked + (prepared<{ rows: number }>(cache, held).get()?.rows ?? 0) <= rowsMax) return
  prepared(cache, 'DELETE FROM day_row').run()
  prepared(cache, 'DELETE FROM day_held').run()
}

/** Makes the rows of the days that are shown readable in `day_row`. Inside `readOnce` only, before statements that read it. */
export const unpackShown = (
  db: ReadableDb,
  scope: Scope,
  shown: Shown | null,
  { rowsMax = ROWS_MAX }: { readonly rowsMax?: number } = {},
): void => {
  if (shown === null || shown.of !== DAYS) return
  const days = [shown.now, ...(shown.before === undefined ? [] : [shown.before])]
  // A fill changes the stamp of the connection, so that the next read checks again.
  remember(db, `unpacked ${days} ${scope.json}`, () => {
    db.cache.exec(TABLES)
    makeRoom(db.cache, scope.json, days, rowsMax)
    for (const day of days) unpackMissing(db.cache, scope.json, day)
  })
}
