// A team on a server of its own, for tests that stop the server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { CLAIM_TIMES, type ClaimTimes } from '../../src-main/journal/claims.ts'
import { migrateTeam } from '../../src-main/store/team/migrate.ts'
import { prepareTeamFile } from '../../src-main/store/team/team-files.ts'
import type { PostgresPrograms } from './postgres-programs.ts'
import { createPostgres } from './postgres-server.ts'
import { brandRow, one, type Role, teamDatabase, write } from './team-database.ts'
import { startTeamDeskProcess, type TeamDeskProcess } from './team-desk-process.ts'

const DATABASE = 'team'

/** As short as a test can wait for. */
export const SHORT_LEASE: ClaimTimes = {
  ...CLAIM_TIMES,
  leaseMs: 2_000,
  coverMaxMs: 1_500,
  renewEveryMs: 400,
  retryMs: 200,
  lateMs: 300,
}

export const openOwnTeam = async (programs: PostgresPrograms, brandIds: readonly string[]) => {
  const server = await createPostgres(programs)
  onTestFinished(() => server.remove())
  await server.start()
  const connect = async (login?: { readonly user: string; readonly password: string }): Promise<pg.Client> => {
    const client = new pg.Client({ ...server.address, ...login, database: DATABASE })
    client.setTypeParser(pg.types.builtins.INT8, Number)
    client.on('error', () => undefined)
    await client.connect()
    onTestFinished(() => client.end().catch(() => undefined))
    return client
  }
  const first = new pg.Client({ ...server.address, database: 'postgres' })
  await first.connect()
  await first.query(`CREATE DATABASE ${DATABASE}`)
  await first.end()
  const admin = await connect()
  await migrateTeam(admin, { mayCreate: true })
  const team = await teamDatabase(programs, [], { connect, name: DATABASE })
  const teamId = await one<string>(admin, 'SELECT team_id FROM agency_desk.head')
  if (brandIds.length > 0)
    await write(admin, { brand: { rows: brandIds.map((id) => brandRow(id, { slug: id.toLowerCase() })) } })

  const running = new Set<TeamDeskProcess>()
  onTestFinished(async () => {
    for (const desk of running) await desk.kill()
  })

  /** A data folder that has joined; its desk can be started again and again. */
  const joinDesk = async (name: string, role: Role = 'admin') => {
    const person = await team.person(name, { role })
    const { host, port } = server.address
    const login = person.user ?? ''
    const [deskNo, deskId] = [
      await one<number>(person, "SELECT current_setting('agency_desk.desk')::bigint"),
      await one<string>(
        person,
        "SELECT id FROM agency_desk.desk WHERE no = current_setting('agency_desk.desk')::bigint",
      ),
    ]
    const secret = String(person.password ?? '')
    await person.end()
    const home = mkdtempSync(join(tmpdir(), 'agency-desk-team-'))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    const url = `postgres://${encodeURIComponent(login)}@${host}:${port}/${DATABASE}`
    prepareTeamFile(home, { teamId, url, login, deskId, deskNo, deskName: `desk of ${name}` }).commit()
    const address = url.replace('@', `:${encodeURIComponent(secret)}@`)
    const start = async (more: { readonly clockOffsetMs?: number; readonly claimTimes?: ClaimTimes } = {}) => {
      const desk = await startTeamDeskProcess({ home, address, claimTimes: SHORT_LEASE, ...more })
      running.add(desk)
      return desk
    }
    return { name, deskNo, home, start }
  }

  return { server, team, connect, joinDesk }
}
