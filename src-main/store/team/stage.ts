// Rows that are on their way into the mirror, in temporary tables of its connection: a copy that takes a minute holds no lock
// of core.db until it is whole, and fits where memory does not.
import type { Database } from 'better-sqlite3'
import { prepared } from '../db.ts'
import type { Row } from './apply.ts'
import { sharedColumns } from './fetch-rows.ts'
import type { NamedTable } from './shared-tables.ts'

export type Stage = {
  readonly add: (table: NamedTable, rows: readonly Row[]) => void
  /** Within a transaction: puts all into the tables, which hold none of these rows. Returns how many. */
  readonly insert: () => number
  readonly drop: () => void
}

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

  return {
    add: (table, rows) => {
      const { columns } = begin(table)
      const places = columns.map(() => '?')
      const insert = prepared(mirror, `INSERT INTO temp.incoming_${table.name} (${columns}) VALUES (${places})`)
      mirror.transaction(() => {
        for (const row of rows) insert.run(...columns.map((column) => row[column]))
      })()
    },
    insert: () => {
      let count = 0
      for (const { columns, table } of begun.values()) {
        const sql = `INSERT INTO main.${table.name} (${columns}) SELECT ${columns} FROM temp.incoming_${table.name}`
        count += mirror.prepare(sql).run().changes
      }
      return count
    },
    drop: () => {
      for (const name of begun.keys()) mirror.exec(`DROP TABLE temp.incoming_${name}`)
      begun.clear()
    },
  }
}
