// Addresses and domains that no brand contacts, in the form they are compared in (rules/values.ts).
import type { Database } from 'better-sqlite3'
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { Suppression } from '../../../src-shared/desk/outreach-care.ts'
import { toInstant } from '../../base/clock.ts'
import { accentFold, caseFold } from '../../base/text.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { listPage } from '../../store/paging.ts'
import { accentFoldedSql, addAccentFold, type Condition } from '../../store/search-text.ts'
import { CHANGED, type ChangedColumns, changedIn } from '../../team/public.ts'
import { suppressingValues } from '../rules/values.ts'

type Row = Pick<Suppression, 'kind' | 'value' | 'reason'> & ChangedColumns & { readonly createdAtMs: number }

const COLUMNS = `kind, value, reason, created_at_ms AS createdAtMs, ${CHANGED}`

const toSuppressions = (db: ReadableDb, rows: readonly Row[]): Suppression[] => {
  const changed = changedIn(db)
  return rows.map(({ kind, value, reason, createdAtMs, ...by }) => {
    return { kind, value, reason, createdAt: toInstant(createdAtMs), ...changed(by) }
  })
}

const holding = (search: string | undefined): Condition => {
  const needle = caseFold(search?.trim() ?? '')
  if (needle === '') return { sql: 'TRUE', params: [] }
  return {
    sql: `instr(value, ?) > 0 OR instr(${accentFoldedSql('reason')}, ?) > 0`,
    params: [needle, accentFold(needle)],
  }
}

/** Newest first. */
export const suppressionsPage = (
  db: ReadableDb,
  input: ParsedInput<'outreach.suppressions'>,
): CallOutput<'outreach.suppressions'> => {
  addAccentFold(db.core)
  const { rows, ...page } = listPage<Row>(db.core, input, {
    columns: COLUMNS,
    from: 'suppression',
    conditions: [holding(input.search)],
    keys: [{ by: 'createdAt', sql: 'no', direction: 'desc', nullable: false }],
    tie: 'no',
  })
  return { rows: toSuppressions(db, rows), ...page, freshAsOf: null }
}

const OF_VALUES = `SELECT ${COLUMNS} FROM suppression WHERE value IN (SELECT value FROM json_each(?))`

const findSuppressions = (db: ReadableDb, { values }: { values: readonly string[] }): Suppression[] =>
  toSuppressions(db, prepared<Row>(db.core, OF_VALUES).all(JSON.stringify(values)))

export const isListEmpty = ({ core }: ReadableDb, _args: Record<string, never>): boolean =>
  prepared(core, 'SELECT 1 FROM suppression LIMIT 1').get() === undefined

type Suppressible = Parameters<typeof suppressingValues>[0]

/** For each of these contacts the entry that keeps it out; null where none does. */
export const suppressionsOf = (
  db: ReadableDb,
  { contacts }: { contacts: readonly Suppressible[] },
): (Suppression | null)[] => {
  if (isListEmpty(db, {})) return contacts.map(() => null)
  const values = contacts.map(suppressingValues)
  const entries = findSuppressions(db, { values: [...new Set(values.flat())] })
  const found = new Map(entries.map((entry) => [entry.value, entry]))
  return values.map((own) => own.flatMap((value) => found.get(value) ?? [])[0] ?? null)
}

export type SuppressionEntry = Pick<Suppression, 'kind' | 'value' | 'reason'>

const INSERT = `INSERT INTO suppression (kind, value, reason, created_at_ms) VALUES (?, ?, ?, ?)
  ON CONFLICT (value) DO NOTHING`

/** Existing entries do not change. */
export const addSuppressions = (
  { core }: WritableDb,
  { entries, atMs }: { entries: readonly SuppressionEntry[]; atMs: number },
): { added: number; already: number } =>
  core
    .transaction(() => {
      const insert = prepared(core, INSERT)
      const added = entries.filter(
        ({ kind, value, reason }) => insert.run(kind, value, reason, atMs).changes === 1,
      ).length
      return { added, already: entries.length - added }
    })
    .immediate()

/** Returns the removed entries, for undo. */
export const removeSuppressions = (
  db: WritableDb,
  { values }: { values: readonly string[] },
): { removed: Suppression[] } =>
  db.core
    .transaction(() => {
      const removed = findSuppressions(db, { values })
      const remove = prepared(db.core, 'DELETE FROM suppression WHERE value = ?')
      for (const { value } of removed) remove.run(value)
      return { removed }
    })
    .immediate()

/** A desk that left its team keeps what skipped rows forbid, and another team would refuse their numbers below 0. */
export const numberAnew = (core: Database): void => {
  const left = core.prepare<[], SuppressionEntry & { atMs: number }>(
    'SELECT kind, value, reason, created_at_ms AS atMs FROM suppression WHERE no < 0',
  )
  const rows = left.all()
  core.prepare('DELETE FROM suppression WHERE no < 0').run()
  const insert = core.prepare(INSERT)
  for (const { kind, value, reason, atMs } of rows) insert.run(kind, value, reason, atMs)
}
