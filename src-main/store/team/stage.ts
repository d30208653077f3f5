// Rows that are on their way into the mirror, in temporary tables of its connection: a copy that takes a minute holds no lock
// of core.db until it is whole, and fits where memory does not.
import type { Database } from 'better-sqlite3'
import { prepared } from '../db.ts'
import { errorCode } from '../rpc.ts'
import type { Row } from './apply.ts'
import type { Screen } from './bad-rows.ts'
import { sharedColumns } from './fetch-rows.ts'
import type { ServerRow } from './row-rules.ts'
import type { NamedTable } from './shared-tables.ts'

export type Stage = {
  /** Those that this desk can use. */
  readonly add: (table: NamedTable, rows: readonly ServerRow[], screen: Screen) => void
  /** Within a transaction: puts all into the tables, which hold none of these rows. What core.db refuses is skipped. */
  readonly insert: (screen: Screen) => void
  /** Also for a copy that begins again. */
  readonly drop: () => void
}

/** Rows may be large. */
const PART = 100

const isConstraint = (error: unknown): boolean => errorCode(error)?.startsWith('SQLITE_CONSTRAINT') === true

export const createStage = (mirror: Database): Stage => {
  const begun = new Map<string, { readonly columns: readonly string[]; readonly table: NamedTable }>()

  const begin = (table: NamedTable) => {
    const known = begun.get(table.name)
    if (known !== undefined) return known
    const columns = sharedColumns(mirror, table)
    mirror.exec(`CREATE TEMP TABLE incoming_${table.name} AS SELECT ${columns} FROM main.${table.name} WHERE 0`)
    const fresh = { columns, table }
    begun.set(table.name, fresh)
    return fresh
  }

  const insertEach = (table: NamedTable, columns: readonly string[], screen: Screen): void => {
    const insert = mirror.prepare(
      `INSERT INTO main.${table.name} (${columns}) SELECT ${columns} FROM temp.incoming_${table.name} WHERE rowid = ?`,
    )
    const part = mirror.prepare<[number], Row & { readonly staged: number }>(
      `SELECT rowid AS staged, * FROM temp.incoming_${table.name} WHERE rowid > ? ORDER BY rowid LIMIT ${PART}`,
    )
    for (let rows = part.all(0); rows.length > 0; rows = part.all(rows.at(-1)?.staged ?? 0)) {
      for (const { staged, ...row } of rows) {
        try {
          insert.run(staged)
        } catch (error) {
          if (!isConstraint(error)) throw error
          screen.skip(table, row, (error as Error).message)
        }
      }
    }
  }

  return {
    add: (table, given, screen) => {
      const rows = screen.fit(table, given)
      const { columns } = begin(table)
      const places = columns.map(() => '?')
      const insert = prepared(mirror, `INSERT INTO temp.incoming_${table.name} (${columns}) VALUES (${places})`)
      mirror.transaction(() => {
        for (const row of rows) insert.run(...columns.map((column) => row[column]))
      })()
    },
    insert: (screen) => {
      for (const { columns, table } of begun.values()) {
        const sql = `INSERT INTO main.${table.name} (${columns}) SELECT ${columns} FROM temp.incoming_${table.name}`
        try {
          mirror.transaction(() => mirror.prepare(sql).run())()
        } catch (error) {
          if (!isConstraint(error)) throw error
          insertEach(table, columns, screen)
        }
      }
    },
    drop: () => {
      for (const name of begun.keys()) mirror.exec(`DROP TABLE temp.incoming_${name}`)
      begun.clear()
    },
  }
}
