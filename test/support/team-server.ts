// A team on a PostgreSQL of its own, whose commits wait for the disk, for tests that stop or harm the server; and desks in
// processes of their own that can be started again on their data folder.
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { migrateTeam } from '../../src-main/store/team/migrate.ts'
import { type DeskProcess, startDeskProcess } from './desk-process.ts'
import type { PostgresPrograms } from './postgres-programs.ts'
import { createPostgres } from './postgres-server.ts'
import { PASSWORD, type Role, teamDatabase } from './team-database.ts'
import { tempHome } from './temp-home.ts'

const DATABASE = 'team'

type Login = { readonly user: string; readonly password: string }

export const openTeamServer = async (
  programs: PostgresPrograms,
  brandIds: readonly string[] = [],
  options: Parameters<typeof createPostgres>[1] = {},
) => {
  const server = await createPostgres(programs, options)
  onTestFinished(server.remove)
  await server.start()
  const connectTo = async (database: string, login: Login = server.address): Promise<pg.Client> => {
    const client = new pg.Client({ ...server.address, ...login, database })
    client.setTypeParser(pg.types.builtins.INT8, Number)
    client.on('error', () => undefined)
    onTestFinished(() => client.end().catch(() => undefined))
    await client.connect()
    return client
  }
  const connect = (login?: Login) => connectTo(DATABASE, login)
  const first = await connectTo('postgres')
  await first.query(`CREATE DATABASE ${DATABASE}`)
  await migrateTeam(await connect(), { mayCreate: true })
  const team = await teamDatabase(programs, brandIds, { connect, name: DATABASE })

  const { host, port } = server.address
  const urlOf = (login: string) => `postgres://${login}@${host}:${port}/${DATABASE}`
  const addressOf = (login: string) => urlOf(login).replace('@', `:${PASSWORD}@`)

  /** A new person, without a desk. */
  const addPerson = async (name: string, role: Role = 'sender'): Promise<string> => {
    const person = await team.person(name, { role })
    await person.end()
    return person.user ?? ''
  }

  /** A data folder that has joined; `start` opens its desk, as often as it was stopped. */
  const joinDesk = async (name: string, role?: Role) => {
    const login = await addPerson(name, role)
    const { home } = tempHome()
    const start = async (): Promise<DeskProcess> => {
      const desk = await startDeskProcess({ home, env: { AGENCY_DESK_TEAM: addressOf(login) } })
      onTestFinished(async () => void (await desk.stop('SIGKILL')))
      return desk
    }
    const desk = await start()
    await desk.value('team.join', { url: urlOf(login) })
    return { desk, home, login, start, address: addressOf(login) }
  }
  return { server, team, connect, connectTo, urlOf, addPerson, joinDesk }
}

/** Asks until it is so; the time limit is the test's. */
export const untilTeam = async (
  desk: Pick<DeskProcess, 'value'>,
  fits: (team: { readonly connection: string; readonly position: number; readonly head: number | null }) => boolean,
): Promise<void> => {
  for (;;) {
    const { team } = await desk.value('team.status', {})
    if (team !== null && fits(team)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
