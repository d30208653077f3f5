// A core.db with the newest schema, and rows of any values for its tables.
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { migrate } from '../../src-main/store/migrate.ts'
import type { Signer } from '../../src-main/store/team/signed.ts'
import { createTrial, type Trial } from '../../src-main/store/team/trial.ts'
import { tables } from '../../src-main/tables.ts'
import { tempHome } from './temp-home.ts'

export const trialCore = (file = ':memory:'): Database.Database => {
  const core = new Database(file)
  core.pragma('foreign_keys = ON')
  core.pragma('journal_mode = WAL')
  migrate(core, tables.migrations.core)
  return core
}

type Opened = {
  readonly core: Database.Database
  readonly trials: ReturnType<typeof createTrial>
  readonly trial: (work: () => unknown, signer: Signer) => Trial
}

/** Trials of one function or of several that wait, on a file with its two connections. */
export const openTrial = (): Opened => {
  const { coreFile } = tempHome()
  const core = trialCore(coreFile)
  const mirror = new Database(coreFile)
  onTestFinished(() => {
    core.close()
    mirror.close()
  })
  const trials = createTrial(core, mirror, tables.team.tables)
  return { core, trials, trial: (work: () => unknown, signer: Signer) => trials([work], signer)[0] }
}

type Column = { readonly name: string; readonly type: string }

/** A row that the table takes; another one for another number. */
export const anyRow = (core: Database.Database, table: string, no: number): Record<string, string | number> => {
  const columns = core.pragma(`table_info(${table})`) as Column[] // as SQLite documents it
  return Object.fromEntries(
    columns.map(({ name, type }) => [name, name === 'is_shared' ? 1 : type === 'TEXT' ? `"${name} ${no}"` : no]),
  )
}

export const insertSql = (table: string, row: object, or = ''): string => {
  const names = Object.keys(row)
  return `INSERT ${or} INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`
}
