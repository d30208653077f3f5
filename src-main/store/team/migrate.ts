// The schema of a team in PostgreSQL: numbered steps, each in a transaction of its own, each pinned by the hash of its SQL.
// Only an admin's desk may bring an older one up to date; a newer one refuses this program.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { TeamMigration } from './migration.ts'
import { teamMigrations } from './migrations/index.ts'

/** What the engine needs of a connection. */
export type TeamClient = {
  readonly query: (sql: string, values?: unknown[]) => Promise<{ readonly rows: readonly Record<string, unknown>[] }>
}

type Options = {
  readonly migrations?: readonly TeamMigration[]
  /** Makes the team in a database that holds none. */
  readonly mayCreate?: boolean
}

const inTransaction = async <Result>(client: TeamClient, action: () => Promise<Result>): Promise<Result> => {
  await client.query('BEGIN')
  try {
    const result = await action()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/** The steps that ran in this database, in their order; none: it holds no team. */
const landedSteps = async (client: TeamClient): Promise<readonly string[]> => {
  const { rows } = await client.query("SELECT to_regclass('agency_desk.schema_step') IS NOT NULL AS exists")
  if (rows[0]?.exists !== true) return []
  const steps = await client.query('SELECT landed FROM agency_desk.schema_step ORDER BY no')
  return steps.rows.map(({ landed }) => String(landed))
}

const refuse = (message: string): never => {
  throw new DeskError('storage', message)
}

const FIRST_BEFORE_RELEASE = '3c79c13084ba0ce9'

/** Why no program updates a team of these steps, which begin as those of the test versions did; null: they do not. */
export const beforeRelease = ([first]: readonly string[]): string | null =>
  first === FIRST_BEFORE_RELEASE
    ? "The team's database was made by a test version before Agency Desk 0.1.0, and this program cannot use it. Leave the team with that version, update the program, and set the team up again in an empty database."
    : null

/** Throws if this program must not use a team with these steps; tells whether steps are to be done. */
const check = (landed: readonly string[], migrations: readonly TeamMigration[], mayCreate: boolean): boolean => {
  const obstacle = beforeRelease(landed)
  if (obstacle !== null) refuse(obstacle)
  if (landed.length > migrations.length)
    refuse(
      `The team's database was set up by a newer Agency Desk (schema ${landed.length}, this one knows ${migrations.length}). Update the program.`,
    )
  const edited = landed.findIndex((hash, index) => hash !== migrations[index]?.landed)
  if (edited >= 0)
    refuse(`The team's database has another step ${edited + 1} than this program knows. Use the released program.`)
  if (landed.length === 0 && !mayCreate)
    refuse('This database holds no team. Set one up with `desk team init`, or check the address.')
  return landed.length < migrations.length
}

const mayMigrate = async (client: TeamClient): Promise<boolean> => {
  const { rows } = await client.query(
    "SELECT pg_has_role(session_user, agency_desk.role_of_team('owner'), 'MEMBER') AS may",
  )
  return rows[0]?.may === true
}

const LOCK_HEAD = `DO $$ BEGIN
  IF to_regclass('agency_desk.head') IS NOT NULL THEN PERFORM FROM agency_desk.head FOR UPDATE; END IF;
END $$`

/** The next step is chosen under a lock: two admins may do this at the same time. False: nothing was left to do. */
const runNext = (client: TeamClient, migrations: readonly TeamMigration[], mayCreate: boolean): Promise<boolean> =>
  inTransaction(client, async () => {
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('agency_desk schema', 0))")
    const landed = await landedSteps(client)
    const step = migrations[landed.length]
    if (!check(landed, migrations, mayCreate) || step === undefined) return false
    if (landed.length > 0) {
      await client.query("SELECT set_config('role', agency_desk.role_of_team('owner'), true)")
      await client.query('SET LOCAL search_path = agency_desk, pg_temp')
      // As every write does first: else a step and a write wait for each other.
      await client.query(LOCK_HEAD)
    }
    await client.query(step.sql)
    await client.query('INSERT INTO agency_desk.schema_step (no, name, landed) VALUES ($1, $2, $3)', [
      landed.length + 1,
      step.name,
      step.landed,
    ])
    return true
  })

/** Brings the team's database to the newest schema; refuses one that this program or this person must not change. */
export const migrateTeam = async (
  client: TeamClient,
  { migrations = teamMigrations, mayCreate = false }: Options = {},
): Promise<void> => {
  const landed = await landedSteps(client)
  if (!check(landed, migrations, mayCreate)) return
  if (landed.length > 0 && !(await mayMigrate(client)))
    throw new DeskError(
      'forbidden',
      "The team's database is older than this program. Ask an admin to update the team: it is done when an admin's desk connects.",
    )
  while (await runNext(client, migrations, mayCreate));
}
