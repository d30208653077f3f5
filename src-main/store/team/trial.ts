// Runs a write function on the mirror in a transaction that is rolled back, and tells what it changed and what it read. If it
// changed rows of this desk alone, they are stored at once.
import type { Database } from 'better-sqlite3'
import { prepared, whileWatching } from '../db.ts'
import { type Changes, type Key, type KeyedTable, type Row, whereKey } from './apply.ts'
import { type Captured, createCapture } from './capture.ts'
import { createNumbers } from './numbers.ts'
import type { NamedTable } from './shared-tables.ts'
import { type Signer, signed, storableKey } from './signed.ts'

// Which of the shared tables a write function reads. Rather one too many than one too few: one too many makes a write run
// again, one too few would store what was decided by rows that have changed.

const TEXTS = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g
/** The table that rows are put into is not read; what a conflict there does depends on the row's key, which is checked. */
const PUT_INTO = /\bINTO\s+(?:main\.)?[a-z_]+/gi
const WORDS = /[a-z_]+/g

const createTablesOf = (shared: ReadonlySet<string>) => {
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
const createReadWatch = (core: Database, shared: ReadonlySet<string>) => {
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

/** As `agency_desk.write` takes it; without a brand: of all brands. */
export type Read = { readonly table: string; readonly brand?: string; readonly asOf?: number }

/** What the function returned, or threw. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown }

export type Trial = {
  readonly outcome: Outcome
  /** Rows as PostgreSQL takes them; without any: there is nothing to ask it. */
  readonly shared: Changes
  /** Rows of this desk alone that belong to the shared ones, and their tables. */
  readonly own: { readonly tables: readonly KeyedTable[]; readonly changes: Changes }
  readonly reads: readonly Read[]
  /** Of the shared rows that it changed. */
  readonly brands: readonly string[]
  /** Whether it may be stored here first, while PostgreSQL cannot be reached. */
  readonly canWait: boolean
}

type Changed = Captured & { readonly before: Row | null; readonly brands: readonly string[] }

/** Who signed it and when is not a change by itself: a row that is replaced by the same one loses only that. */
const SIGNATURE: ReadonlySet<string> = new Set(['made_by', 'changed_by', 'changed_at_ms'])

const differs = ({ table, row, before }: Changed): boolean =>
  row === null || before === null
    ? row !== before
    : table.columns.some((column) => row[column] !== before[column] && !SIGNATURE.has(column))

const changesOf = (changed: readonly Changed[], rowOf: (one: Changed & { readonly row: Row }) => Row): Changes => {
  const changes: Record<string, { gone: Key[]; rows: Row[] }> = {}
  for (const one of changed.filter(differs)) {
    const part = changes[one.table.name] ?? { gone: [], rows: [] }
    changes[one.table.name] = part
    if (one.row === null) part.gone.push(storableKey(one.key))
    else part.rows.push(rowOf({ ...one, row: one.row }))
  }
  // PostgreSQL asks for the right to delete before it looks for what: nothing gone is not the same as an empty list.
  return Object.fromEntries(
    Object.entries(changes).map(([name, { gone, rows }]) => [name, gone.length > 0 ? { gone, rows } : { rows }]),
  )
}

/** Finds the brands of rows that have theirs from another row, and remembers them: that one may be new. */
const createParentBrands = (core: Database) => {
  const known = new Map<string, string>()
  return ({ brand, parent }: NamedTable, row: Row | null): string | undefined => {
    if (parent === undefined || row === null) return undefined
    const { table, key, column } = parent
    const name = `${table} ${row[column]}`
    const find = () => prepared<{ id: string }>(core, `SELECT ${brand} AS id FROM ${table} WHERE ${key} = ?`)
    const id = known.get(name) ?? find().get(row[column])?.id
    if (id !== undefined) known.set(name, id)
    return id
  }
}
type ParentBrands = ReturnType<typeof createParentBrands>

/** Reads of these tables for these brands. */
export const readsOf = (tables: readonly NamedTable[], brands: readonly string[]): Read[] =>
  tables.flatMap(({ name, brand }): Read[] =>
    brand === null || brands.length === 0 ? [{ table: name }] : brands.map((id) => ({ table: name, brand: id })),
  )

const isMerged = ({ table, row, before }: Changed): boolean =>
  table.shared?.merge === 'last-wins' || (table.shared?.merge === 'add' && row !== null && before === null)

export const createTrial = (core: Database, shared: readonly NamedTable[]) => {
  const capture = createCapture(core, shared)
  const raiseNumbers = createNumbers(core, shared)
  const watchReads = createReadWatch(core, new Set(shared.map(({ name }) => name)))

  const attempt = (work: () => unknown): Outcome => {
    try {
      return { value: work() }
    } catch (error) {
      return { error }
    }
  }

  /** Runs it, and leaves the file as it was, unless all that changed is this desk's own. */
  const run = (work: () => unknown, nowMs: number, brandOfParent: ParentBrands) => {
    core.exec('BEGIN IMMEDIATE')
    try {
      capture.forget()
      raiseNumbers(nowMs)
      const { result: outcome, tables } = watchReads(() => attempt(work))
      const captured = 'error' in outcome ? [] : capture.changed()
      for (const { table, row } of captured) if (table.shared !== null) brandOfParent(table.shared, row)
      if (captured.length > 0 && !captured.some(({ isShared }) => isShared)) {
        core.exec('COMMIT')
        return { outcome, tables: [], captured: [] }
      }
      return { outcome, tables, captured }
    } finally {
      // After an error of the disk SQLite has rolled back by itself.
      if (core.inTransaction) core.exec('ROLLBACK')
    }
  }

  return (work: () => unknown, signer: Signer): Trial => {
    const brandOfParent = createParentBrands(core)
    const { outcome, tables, captured } = run(work, signer.nowMs, brandOfParent)
    const brandsOf = (shared: NamedTable | null, row: Row | null, before: Row | null): unknown[] => {
      if (shared === null || shared.brand === null) return []
      if (shared.parent !== undefined) return [brandOfParent(shared, row ?? before)]
      return [row?.[shared.brand], before?.[shared.brand]]
    }
    const changed = captured.map((one): Changed => {
      const { table, key, row, isNew } = one
      const find = () => prepared<Row>(core, `SELECT * FROM ${table.name} WHERE ${whereKey(table)}`).get(...key)
      const before = isNew ? null : (find() ?? null)
      return { ...one, before, brands: brandsOf(table.shared, row, before).filter((id) => typeof id === 'string') }
    })
    const ofTeam = changed.filter(({ isShared }) => isShared)
    const own = changed.filter(({ isShared }) => !isShared)
    const brands = [...new Set(ofTeam.flatMap((one) => one.brands))]
    return {
      outcome,
      shared: changesOf(ofTeam, (one) => signed(one, one.before, signer)),
      own: {
        tables: [...new Map(own.map(({ table: { name, key } }) => [name, { name, key }])).values()],
        changes: changesOf(own, ({ row }) => row),
      },
      reads: readsOf(
        shared.filter(({ name }) => tables.includes(name)),
        brands,
      ),
      brands,
      canWait: ofTeam.every(isMerged),
    }
  }
}
