// What a desk has that a team would share, and how rooms say what has to end before a team is set up or joined. The demo's
// brands are in neither: a team is of real brands.
import type { Database } from 'better-sqlite3'
import type { OwnRows } from '../../../src-shared/desk/team.ts'
import type { NamedTable } from '../team/shared-tables.ts'

/** SQL: the ids of the demo's brands. */
export const OF_DEMO = '(SELECT id FROM brand WHERE demo = 1)'

/** The condition for the rows of a table that a team shares. */
export const isShared = ({ brand, parent, isSharedIf }: NamedTable): string => {
  const own = isSharedIf === undefined ? 'true' : `${isSharedIf} = 1`
  if (brand === null) return own
  const demo =
    parent === undefined
      ? `coalesce(${brand} IN ${OF_DEMO}, false)`
      : `${parent.column} IN (SELECT ${parent.key} FROM ${parent.table} WHERE ${brand} IN ${OF_DEMO})`
  return `${own} AND NOT ${demo}`
}

const countIn = (core: Database, table: NamedTable): number =>
  Number(
    core
      .prepare(`SELECT count(*) FROM ${table.name} WHERE ${isShared(table)}`)
      .pluck()
      .get(),
  )

export const ownRows = (core: Database, tables: readonly NamedTable[]): OwnRows => {
  const counted = tables
    .filter(({ isSilent }) => isSilent !== true)
    .map((table) => ({ table: table.name, rows: countIn(core, table) }))
    .filter(({ rows }) => rows > 0)
  return { total: counted.reduce((sum, { rows }) => sum + rows, 0), tables: counted }
}

export const demoBrands = (core: Database): number =>
  Number(core.prepare('SELECT count(*) FROM brand WHERE demo = 1').pluck().get())

/** What runs, as a sentence of the number that the SQL counts; null: nothing. */
export const sentenceOf =
  (sql: string, sentence: (count: number) => string) =>
  (core: Database): string | null => {
    const count = Number(core.prepare(sql).pluck().get())
    return count === 0 ? null : sentence(count)
  }
