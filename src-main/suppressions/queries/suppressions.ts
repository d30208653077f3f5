// Whom no brand writes to. Values come in the form they are compared in (outreach/suppressions-values.ts).
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { Suppression } from '../../../src-shared/desk/outreach-care.ts'
import { toInstant } from '../../base/clock.ts'
import { fold } from '../../base/text.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { countRows, readPage } from '../../store/paging.ts'
import type { Condition } from '../../store/search-text.ts'

type Row = Pick<Suppression, 'kind' | 'value' | 'reason'> & { readonly createdAtMs: number }

const COLUMNS = 'kind, value, reason, created_at_ms AS createdAtMs'

const toSuppression = ({ createdAtMs, ...row }: Row): Suppression => ({ ...row, createdAt: toInstant(createdAtMs) })

const holding = (search: string | undefined): Condition => {
  const needle = fold(search?.trim() ?? '')
  if (needle === '') return { sql: 'TRUE', params: [] }
  return { sql: 'instr(value, ?) > 0 OR instr(lower(reason), ?) > 0', params: [needle, needle] }
}

/** Newest first. */
export const suppressionsPage = (
  { core }: ReadableDb,
  input: ParsedInput<'outreach.suppressions'>,
): CallOutput<'outreach.suppressions'> => {
  const { sql: where, params } = holding(input.search)
  const page = readPage<Row & { kind: Suppression['kind'] }>(core, {
    columns: COLUMNS,
    from: 'suppression',
    where,
    params,
    keys: [{ by: 'createdAt', sql: 'no', direction: 'desc', nullable: false }],
    tie: 'no',
    limit: input.limit,
    offset: input.offset,
    cursor: input.cursor,
  })
  return {
    rows: page.rows.map(({ kind, value, reason, createdAtMs }) => toSuppression({ kind, value, reason, createdAtMs })),
    total: countRows(core, { from: 'suppression', where, params }),
    nextCursor: page.nextCursor,
    asOf: null,
  }
}

const OF_VALUES = `SELECT ${COLUMNS} FROM suppression WHERE value IN (SELECT value FROM json_each(?))`

/** Those of these values that are on the list. */
export const findSuppressions = ({ core }: ReadableDb, { values }: { values: readonly string[] }): Suppression[] =>
  prepared<Row>(core, OF_VALUES).all(JSON.stringify(values)).map(toSuppression)

export type SuppressionEntry = Pick<Suppression, 'kind' | 'value' | 'reason'>

const INSERT = `INSERT INTO suppression (kind, value, reason, created_at_ms) VALUES (?, ?, ?, ?)
  ON CONFLICT (value) DO NOTHING`

/** What is on the list already stays as it is. */
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

/** What was there, so that it can be put back. */
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
