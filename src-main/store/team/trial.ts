// Runs write functions on the mirror in a transaction that is rolled back, and tells what each changed and read. If the first one
// changed rows of this desk alone, they are stored at once. Those behind it run on what it left, as long as each changes rows of
// the team and none that another one changed: so PostgreSQL judges each change of a row as if it came alone.
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

const joined = (parts: readonly Changes[]): Changes => {
  const all: Record<string, { gone: Key[]; rows: Row[] }> = {}
  for (const [name, { gone = [], rows = [] }] of parts.flatMap((part) => Object.entries(part))) {
    const part = all[name] ?? { gone: [], rows: [] }
    all[name] = part
    part.gone.push(...gone)
    part.rows.push(...rows)
  }
  return all
}

/** Finds the brands of rows that have theirs from another row, and remembers them: that one may be new. */
const createParentBrands = (core: Database, mirror: Database) => {
  const known = new Map<string, string>()
  return ({ brand, parent }: NamedTable, row: Row | null): string | undefined => {
    if (parent === undefined || row === null) return undefined
    const { table, key, column } = parent
    const name = `${table} ${row[column]}`
    const find = (db: Database) =>
      prepared<{ id: string }>(db, `SELECT ${brand} AS id FROM ${table} WHERE ${key} = ?`).get(row[column])?.id
    const id = known.get(name) ?? find(core) ?? find(mirror)
    if (id !== undefined) known.set(name, id)
    return id
  }
}

/** Reads of these tables for these brands. */
export const readsOf = (tables: readonly NamedTable[], brands: readonly string[]): Read[] =>
  tables.flatMap(({ name, brand }): Read[] =>
    brand === null || brands.length === 0 ? [{ table: name }] : brands.map((id) => ({ table: name, brand: id })),
  )

/** What they did as one message; no two of them changed the same row. */
export const together = (trials: Trials): Omit<Trial, 'outcome' | 'canWait'> => ({
  brands: [...new Set(trials.flatMap(({ brands }) => brands))],
  shared: joined(trials.map(({ shared }) => shared)),
  own: {
    tables: [...new Map(trials.flatMap(({ own }) => own.tables).map((table) => [table.name, table])).values()],
    changes: joined(trials.map(({ own }) => own.changes)),
  },
  reads: [...new Map(trials.flatMap(({ reads }) => reads).map((read) => [JSON.stringify(read), read])).values()],
})

const isMerged = ({ table, row, before }: Changed): boolean =>
  table.shared?.merge === 'last-wins' || (table.shared?.merge === 'add' && row !== null && before === null)

/** So many rows a commit keeps for all desks (migrations/commit-rows.ts). */
const ROWS_TOGETHER = 50

export const changesNothing = ({ shared }: Trial): boolean => Object.keys(shared).length === 0

const rowsIn = ({ shared }: Trial): number =>
  Object.values(shared).reduce((sum, { gone = [], rows = [] }) => sum + gone.length + rows.length, 0)

type Tried = { readonly trial: Trial; readonly changed: readonly Changed[] }

/** Its rows of this desk alone are stored. */
const NOTHING = { own: { tables: [], changes: {} }, reads: [], brands: [] } as const

export type Trials = readonly [Trial, ...Trial[]]
type Works = readonly [() => unknown, ...(() => unknown)[]]

const keyOf = ({ table, key }: Changed): string => JSON.stringify([table.name, key])

/** `mirror` is another connection to the file: it has the rows as they were before. */
export const createTrial = (core: Database, mirror: Database, shared: readonly NamedTable[]) => {
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

  const changedRows = (captured: readonly Captured[]): Changed[] => {
    const brandOfParent = createParentBrands(core, mirror)
    const brandsOf = (shared: NamedTable | null, row: Row | null, before: Row | null): unknown[] => {
      if (shared === null || shared.brand === null) return []
      if (shared.parent !== undefined) return [brandOfParent(shared, row ?? before)]
      return [row?.[shared.brand], before?.[shared.brand]]
    }
    return captured.map((one) => {
      const { table, key, row, isNew } = one
      const find = () => prepared<Row>(mirror, `SELECT * FROM ${table.name} WHERE ${whereKey(table)}`).get(...key)
      const before = isNew ? null : (find() ?? null)
      return { ...one, before, brands: brandsOf(table.shared, row, before).filter((id) => typeof id === 'string') }
    })
  }

  const tryOne = (work: () => unknown, signer: Signer): Tried => {
    capture.forget()
    raiseNumbers(signer.nowMs)
    const { result: outcome, tables } = watchReads(() => attempt(work))
    const changed = 'error' in outcome ? [] : changedRows(capture.changed())
    const ofTeam = changed.filter(({ isShared }) => isShared)
    const own = changed.filter(({ isShared }) => !isShared)
    const brands = [...new Set(ofTeam.flatMap((one) => one.brands))]
    const trial = {
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
    return { trial, changed }
  }

  /** As the team will have them: the next function may ask who made a row. */
  const signHere = ({ changed }: Tried, signer: Signer): void => {
    for (const one of changed) {
      const { table, key, row, before, isShared } = one
      if (row === null || !isShared) continue
      const now = signed({ ...one, row }, before, signer)
      const columns = table.columns.filter((column) => now[column] !== row[column])
      if (columns.length === 0) continue
      const set = columns.map((column) => `${column} = ?`).join(', ')
      const values = columns.map((column) => now[column])
      prepared(core, `UPDATE ${table.name} SET ${set} WHERE ${whereKey(table)}`).run(...values, ...key)
    }
  }

  /** Undefined: it cannot be stored together with those before it. Whatever fails here fails again when it is the first. */
  const tryNext = (work: () => unknown, before: Tried, signer: Signer): Tried | undefined => {
    try {
      signHere(before, signer)
      const tried = tryOne(work, signer)
      return changesNothing(tried.trial) ? undefined : tried
    } catch {
      return undefined
    }
  }

  /** Of the first function, and of those behind it that can be stored together with it. */
  return ([first, ...others]: Works, signer: Signer): Trials => {
    core.exec('BEGIN IMMEDIATE')
    try {
      let last = tryOne(first, signer)
      if (last.changed.length > 0 && !last.changed.some(({ isShared }) => isShared)) {
        core.exec('COMMIT')
        return [{ ...last.trial, ...NOTHING }]
      }
      const trials: [Trial, ...Trial[]] = [last.trial]
      const keys = new Set(last.changed.map(keyOf))
      let rows = rowsIn(last.trial)
      for (const work of rows > 0 && rows < ROWS_TOGETHER ? others : []) {
        const next = tryNext(work, last, signer)
        if (next === undefined || next.changed.some((one) => keys.has(keyOf(one)))) break
        rows += rowsIn(next.trial)
        if (rows > ROWS_TOGETHER) break
        trials.push(next.trial)
        for (const one of next.changed) keys.add(keyOf(one))
        last = next
      }
      return trials
    } finally {
      // After an error of the disk SQLite has rolled back by itself.
      if (core.inTransaction) core.exec('ROLLBACK')
    }
  }
}
