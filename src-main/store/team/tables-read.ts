// Which of the shared tables a write function reads. Rather one too many than one too few: one too many makes a write run
// again, one too few would store what was decided by rows that have changed.
import type { Database } from 'better-sqlite3'
import { whileWatching } from '../db.ts'

const TEXTS = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g
/** The table that rows are put into is not read; what a conflict there does depends on the row's key, which is checked. */
const PUT_INTO = /\bINTO\s+(?:main\.)?[a-z_]+/gi
const WORDS = /[a-z_]+/g

export const createTablesOf = (shared: ReadonlySet<string>) => {
  const known = new Map<string, readonly string[]>()
  return (sql: string): readonly string[] => {
    const before = known.get(sql)
    if (before !== undefined) return before
    const words = sql.replace(TEXTS, ' ').replace(PUT_INTO, ' ').match(WORDS) ?? []
    const read = [...new Set(words)].filter((word) => shared.has(word))
    known.set(sql, read)
    return read
  }
}

/** Runs work and notes the tables of its statements on this connection. */
export const createReadWatch = (core: Database, shared: ReadonlySet<string>) => {
  const tablesOf = createTablesOf(shared)
  let seen = new Set<string>()
  const see = (db: Database, sql: string): void => {
    if (db === core) for (const table of tablesOf(sql)) seen.add(table)
  }
  // Some statements are not asked for by `prepared`.
  const prepare = core.prepare.bind(core)
  core.prepare = ((sql: string) => {
    see(core, sql)
    return prepare(sql)
  }) as typeof core.prepare // it answers as before
  return <Result>(work: () => Result): { readonly result: Result; readonly tables: readonly string[] } => {
    seen = new Set()
    return { result: whileWatching(see, work), tables: [...seen] }
  }
}
