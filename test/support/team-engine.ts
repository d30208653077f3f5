// With TEST_ENGINE=team each desk that a test opens is in a team of its own, as its admin: the same tests, over PostgreSQL.
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import type { TeamAccess } from '../../src-main/store/team/state.ts'
import { prepareTeamFile } from '../../src-main/store/team/team-files.ts'
import { postgresHere } from './postgres-programs.ts'
import { accessOf } from './team-access.ts'
import { one, PASSWORD, teamDatabase } from './team-database.ts'

export const isTeamEngine = process.env.TEST_ENGINE === 'team'

/** For what a desk of a team cannot do; `TEAM_TESTS` (vitest.config.ts) says why not. */
export const testAlone = (name: string, run: () => Promise<void>): void => test.skipIf(isTeamEngine)(name, run)

const joinNewTeam = async (): Promise<TeamAccess> => {
  const [programs] = postgresHere()
  if (programs === undefined) throw new Error('There is no PostgreSQL here for TEST_ENGINE=team.')
  const team = await teamDatabase(programs)
  const person = await team.person('ann', { role: 'admin' })
  const deskId = randomUUID()
  const deskNo = await one<number>(person, 'SELECT agency_desk.join_desk($1, $2, 0)', [deskId, 'a desk'])
  const teamId = await one<string>(person, 'SELECT team_id::text FROM agency_desk.head')
  return accessOf(person, { deskId, deskNo, teamId })
}

/** A data folder that is opened again is the same desk. */
const joined = new Map<string, Promise<TeamAccess>>()

/** How the desk of this data folder reaches its team; undefined: it is alone. */
export const engineTeam = (home: string): Promise<TeamAccess> | undefined => {
  if (!isTeamEngine) return undefined
  const access = joined.get(home) ?? joinNewTeam()
  joined.set(home, access)
  return access
}

/** The same for a whole desk, which finds its team in team.json and the address in its environment. */
export const engineTeamAddress = async (home: string): Promise<string | null> => {
  const access = await engineTeam(home)
  if (access === undefined) return null
  const { url, teamId, deskId, deskNo, deskName } = access
  const { username: login } = new URL(url)
  prepareTeamFile(home, { url, teamId, login, deskId, deskNo, deskName }).commit()
  return url.replace('@', `:${PASSWORD}@`)
}
