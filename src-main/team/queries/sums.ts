// The same rows here and in PostgreSQL? Each side says what its tables come to, and at which commit.
import type { ReadableDb } from '../../store/db.ts'
import { type SkippedKeys, skippedKeys } from '../../store/team/bad-rows.ts'
import { type RowSum, type SummedTable, sumHere, sumThere } from '../../store/team/checksum.ts'
import type { TeamClient } from '../../store/team/client.ts'
import { positionIn } from '../../store/team/mirror-state.ts'

type Sums = { readonly position: number; readonly sums: readonly (RowSum & { readonly table: string })[] }

const TABLES = `SELECT name, key_columns AS key, agency_desk.columns_of(name) AS columns FROM agency_desk.team_table
  ORDER BY place`

/** Of one moment. Takes as long as reading all rows of the team. */
export const sumsOfTeam = (client: TeamClient, { skipped }: { readonly skipped: SkippedKeys }) =>
  client.transaction(async (session): Promise<Sums & { readonly tables: readonly SummedTable[] }> => {
    await session.query("SET LOCAL statement_timeout = '55s'")
    const [head] = await session.query<{ no: number }>('SELECT no FROM agency_desk.head')
    const tables = await session.query<SummedTable>(TABLES)
    const sums: Sums['sums'][number][] = []
    for (const table of tables)
      sums.push({ table: table.name, ...(await sumThere(session, table, skipped[table.name])) })
    return { position: head?.no ?? 0, sums, tables }
  }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')

export const skippedHere = ({ core }: ReadableDb, _args: Record<string, never>) =>
  core.transaction(() => ({ position: positionIn(core), skipped: skippedKeys(core) }))()

type HereArgs = { readonly tables: readonly SummedTable[]; readonly skipped: SkippedKeys }

export const sumsHere = ({ core }: ReadableDb, { tables, skipped }: HereArgs): Sums =>
  core.transaction(() => ({
    position: positionIn(core),
    sums: tables.map((table) => ({ table: table.name, ...sumHere(core, table, skipped[table.name]) })),
  }))()
