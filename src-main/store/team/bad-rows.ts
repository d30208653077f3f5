// Rows of the team that this desk cannot use. They are skipped, so that one row of one person stops nobody, and listed with
// their author until they are mended or gone: each is looked at again when it changes.
import type { Database } from 'better-sqlite3'
import { prepared, type ReadableDb } from '../db.ts'
import type { Row } from './apply.ts'
import type { TeamSession } from './client.ts'
import { createRowRules, keyText, type ServerRow } from './row-rules.ts'
import type { NamedTable } from './shared-tables.ts'

/** Who wants to fill the list finds no end of it: later ones are skipped without a line. */
const MOST_LISTED = 1000

/** `key`: JSON. `person`: who wrote it; null: nobody knows. */
export type BadRow = {
  readonly table: string
  readonly key: string
  readonly person: string | null
  readonly why: string
}
type Skipped = BadRow & { readonly brandId: string | null }

export const listBadRows = ({ core }: ReadableDb, _args: Record<string, never>): BadRow[] =>
  prepared<BadRow>(core, 'SELECT tbl AS "table", key, person, why FROM bad_row ORDER BY tbl, key LIMIT 100').all()

/** The keys of the skipped rows, by table. */
export type SkippedKeys = Readonly<Record<string, readonly string[]>>

export const skippedKeys = (core: Database): SkippedKeys => {
  const rows = prepared<{ tbl: string; key: string }>(core, 'SELECT tbl, key FROM bad_row').all()
  const byTable = Map.groupBy(rows, ({ tbl }) => tbl)
  return Object.fromEntries([...byTable].map(([table, of]) => [table, of.map(({ key }) => key)]))
}

export type Screen = {
  /** The rows that this desk can use; of the others what they still forbid. */
  readonly fit: (table: NamedTable, rows: readonly ServerRow[]) => Row[]
  /** A row that core.db refused. */
  readonly skip: (table: NamedTable, row: ServerRow, why: string) => void
  readonly skipped: () => readonly Skipped[]
  /** Who wrote what was skipped: by the row's signature, else by its commit, after this position. */
  readonly nameAuthors: (session: TeamSession, position: number) => Promise<void>
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const AUTHORS = `SELECT k.no, (SELECT c.person FROM agency_desk.change h JOIN agency_desk.commit c ON c.no = h.commit_no
    WHERE h.commit_no > $3 AND h.tbl = k.tbl AND h.key::jsonb = k.key::jsonb ORDER BY h.commit_no DESC LIMIT 1) AS person
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k (tbl, key, no)`

/** Of one catch-up or copy. `nowMs` is the server's. */
const createScreen = (flawIn: Awaited<ReturnType<typeof createRowRules>>, nowMs: () => number): Screen => {
  const list: Skipped[] = []
  const skip: Screen['skip'] = ({ name, key, brand }, row, why) => {
    if (list.length >= MOST_LISTED) return
    const person = textOf(row.changed_by) ?? textOf(row.made_by) ?? textOf(row.person)
    const brandId = brand === null ? null : textOf(row[brand])
    list.push({ table: name, key: keyText(key.map((column) => row[column])), brandId, person, why })
  }
  return {
    fit: (table, rows) =>
      rows.flatMap((row) => {
        const why = flawIn(table.name, row, nowMs())
        if (why === null) return [row as Row] // without a bigint, or it had a flaw
        skip(table, row, why)
        const rest = table.stillForbids?.(row as Row) // its parts are read as what they should be
        return rest == null ? [] : [rest]
      }),
    skip,
    skipped: () => list,
    nameAuthors: async (session, position) => {
      const unsigned = list.flatMap((row, at) => (row.person === null ? [{ ...row, at }] : []))
      if (unsigned.length === 0) return
      const values = [unsigned.map(({ table }) => table), unsigned.map(({ key }) => key), position]
      for (const { no, person } of await session.query<{ no: number; person: string | null }>(AUTHORS, values)) {
        const { at = 0 } = unsigned[no - 1] ?? {}
        const known = list[at]
        if (known !== undefined) list[at] = { ...known, person }
      }
    },
  }
}

/** Makes screens for this file; its rules are made once. */
export const createScreens = (core: Database, shared: readonly NamedTable[]) => {
  let rules: ReturnType<typeof createRowRules> | undefined
  return async (nowMs: () => number): Promise<Screen> => {
    rules ??= createRowRules(core, shared)
    return createScreen(await rules, nowMs)
  }
}

type Looked = readonly { readonly table: string; readonly key: string }[]

/** Within the transaction that brings the rows. `lookedAt`: what was bad before and is not now is off the list. Whether it changed. */
export const saveBadRows = (core: Database, lookedAt: Looked | 'all', skipped: readonly Skipped[]): boolean => {
  let changes = 0
  const forget = prepared(core, 'DELETE FROM bad_row WHERE tbl = ? AND key = ?')
  if (lookedAt === 'all') changes += prepared(core, 'DELETE FROM bad_row').run().changes
  else for (const { table, key } of lookedAt) changes += forget.run(table, key).changes
  const add = prepared(
    core,
    `INSERT INTO bad_row (tbl, key, brand_id, person, why)
     SELECT @table, @key, @brandId, @person, @why WHERE (SELECT count(*) FROM bad_row) < ${MOST_LISTED}
     ON CONFLICT (tbl, key) DO UPDATE SET person = excluded.person, why = excluded.why`,
  )
  for (const row of skipped) changes += add.run(row).changes
  return changes > 0
}
