// The same rows here and in PostgreSQL? Each side says what its tables come to, and at which commit.
import type { ReadableDb } from '../../store/db.ts'
import { type RowSum, type SummedTable, sumHere, sumThere } from '../../store/team/checksum.ts'
import type { TeamClient } from '../../store/team/client.ts'

type Sums = { readonly position: number; readonly sums: readonly (RowSum & { readonly table: string })[] }

const TABLES = `SELECT name, key_columns AS key, agency_desk.columns_of(name) AS columns FROM agency_desk.team_table
  ORDER BY place`

/** Of one moment. Takes as long as reading all rows of the team. */
export const sumsOfTeam = (client: TeamClient, _args: Record<string, never>) =>
  client.transaction(async (session): Promise<Sums & { readonly tables: readonly SummedTable[] }> => {
    await session.query("SET LOCAL statement_timeout = '55s'")
    const [head] = await session.query<{ no: number }>('SELECT no FROM agency_desk.head')
    const tables = await session.query<SummedTable>(TABLES)
    const sums: Sums['sums'][number][] = []
    for (const table of tables) sums.push({ table: table.name, ...(await sumThere(session, table)) })
    return { position: head?.no ?? 0, sums, tables }
  }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')

export const sumsHere = ({ core }: ReadableDb, { tables }: { readonly tables: readonly SummedTable[] }): Sums =>
  core.transaction(() => ({
    position: Number(core.prepare('SELECT position FROM mirror_state').pluck().get() ?? 0),
    sums: tables.map((table) => ({ table: table.name, ...sumHere(core, table) })),
  }))()
