import { serverError, type TeamSession } from '../team/client.ts'
import { beforeRelease } from '../team/migrate.ts'
import { teamMigrations } from '../team/migrations/index.ts'
import type { TeamRole } from '../team/state.ts'

type Team = { readonly teamId: string; readonly brands: number; readonly role: TeamRole | null }
/** `obstacles`: why this person or this program cannot use it. */
export type TeamThere = { readonly team: Team | null; readonly obstacles: readonly string[] }

const stepsOf = async (server: TeamSession): Promise<readonly string[]> => {
  const [schema] = await server.query<{ exists: boolean }>(
    "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'agency_desk') AS exists",
  )
  if (schema?.exists !== true) return []
  const steps = await server.query<{ landed: string }>('SELECT landed FROM agency_desk.schema_step ORDER BY no')
  return steps.map(({ landed }) => landed)
}

const schemaObstacles = (steps: readonly string[], role: TeamRole | null): string[] => {
  const obstacle = beforeRelease(steps)
  if (obstacle !== null) return [obstacle]
  if (steps.length > teamMigrations.length) return ['The team was set up by a newer Agency Desk. Update this program.']
  if (steps.length < teamMigrations.length && role !== 'admin')
    return ['The team is of an older Agency Desk. An admin updates it by connecting with the new program.']
  return []
}

const TEAM = `SELECT team_id::text AS "teamId", (SELECT count(*)::int FROM agency_desk.brand) AS brands,
  (SELECT role FROM agency_desk.person WHERE login = session_user) AS role FROM agency_desk.head`

const STRANGER = 'This database holds a team that you are not in. Ask an admin of the team to add you.'

/** Null and no obstacle: a database without a team. */
const lookAtTeam = async (server: TeamSession): Promise<TeamThere> => {
  const steps = await stepsOf(server)
  if (steps.length === 0) return { team: null, obstacles: [] }
  const [team = null] = await server.query<Team>(TEAM)
  const role = team?.role ?? null
  return { team, obstacles: [...schemaObstacles(steps, role), ...(role === null ? [STRANGER] : [])] }
}

export const teamAt = async (server: TeamSession): Promise<TeamThere> => {
  try {
    return await lookAtTeam(server)
  } catch (error) {
    // Of a table that this login may not read, or by the team's own rule.
    const code = serverError(error)?.code
    if (code === '42501' || code === 'AD005') return { team: null, obstacles: [STRANGER] }
    throw error
  }
}
