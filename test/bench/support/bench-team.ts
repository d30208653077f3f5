// A team on a PostgreSQL of its own, whose commits wait for the disk, and plain connections that do what desks do there.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrateTeam } from '../../../src-main/store/team/migrate.ts'
import { prepareSession } from '../../../src-main/store/team/session.ts'
import { type PostgresPrograms, postgresHere } from '../../support/postgres-programs.ts'
import { createPostgres } from '../../support/postgres-server.ts'
import { sessionOf } from '../../support/team-session.ts'

export const LOGIN = 'bench_person'
const PASSWORD = 'p'

/** Null where there is no PostgreSQL: its rows are skipped by name. */
export const programsHere = (title: string): PostgresPrograms | null => {
  const programs = postgresHere().at(-1) ?? null
  if (programs === null) console.log(`${title}: skipped, no PostgreSQL here`)
  return programs
}

export type BenchClient = {
  readonly client: pg.Client
  readonly head: () => Promise<number>
  /** The number of the commit; null: stale. */
  readonly write: (rows: object, position: number) => Promise<number | null>
}

const numberIn = (rows: readonly Record<string, unknown>[]): number | null => {
  const value = Object.values(rows[0] ?? {})[0]
  return value === null || value === undefined ? null : Number(value)
}

const brandOf = (id: string, no: number) => {
  return { no, id, name: id, slug: id, colour: 'red', tags: '[]', team_id: null, demo: 0, created_at_ms: 1 }
}
export const brandId = (no: number): string => `brand-${no}`

export const addBrands = async (owner: pg.Client, ids: readonly string[], firstNo = 1): Promise<void> => {
  const rows = ids.map((id, at) => brandOf(id, firstNo + at))
  await owner.query('SELECT agency_desk.put_brand($1)', [JSON.stringify(rows)])
}

export const openBenchTeam = async (
  programs: PostgresPrograms,
  brands: number,
  { connections }: { readonly connections?: number } = {},
) => {
  const server = await createPostgres(programs, { connections })
  await server.start()
  const clients = new Set<pg.Client>()
  const connect = async (login: { user: string; password: string }): Promise<pg.Client> => {
    const client = new pg.Client({ ...server.address, ...login, database: 'postgres' })
    await client.connect()
    clients.add(client)
    return client
  }
  const owner = await connect(server.address)
  await migrateTeam(owner, { mayCreate: true })
  const role = (await owner.query("SELECT agency_desk.role_of_team('sender') AS name")).rows[0]?.name
  await owner.query(`CREATE ROLE ${LOGIN} LOGIN PASSWORD '${PASSWORD}'; GRANT ${role} TO ${LOGIN}`)
  await owner.query(`INSERT INTO agency_desk.person VALUES ('${LOGIN}', 'Bench', 'sender', 1)`)
  await addBrands(
    owner,
    Array.from({ length: brands }, (_, at) => brandId(at + 1)),
  )

  const openClient = async (): Promise<BenchClient> => {
    const client = await connect({ user: LOGIN, password: PASSWORD })
    await prepareSession(sessionOf(client))
    await client.query('SELECT agency_desk.join_desk($1, $2, 0)', [randomUUID(), 'a desk'])
    return {
      client,
      head: async () => numberIn((await client.query('SELECT no FROM agency_desk.head')).rows) ?? 0,
      write: async (changes, position) => {
        const values = [randomUUID(), position, '[]', JSON.stringify(changes)]
        return numberIn((await client.query('SELECT agency_desk.write($1, $2, $3, $4) AS no', values)).rows)
      },
    }
  }
  const { host, port } = server.address
  return {
    server,
    owner,
    openClient,
    access: { url: `postgres://${LOGIN}@${host}:${port}/postgres`, password: PASSWORD },
    close: async () => {
      for (const client of clients) await client.end()
      await server.remove()
    },
  }
}
export type BenchTeam = Awaited<ReturnType<typeof openBenchTeam>>

export const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

/** Median and slowest of a hundred. */
export const spread = (times: readonly number[]): { readonly p50: number; readonly p99: number } => {
  const sorted = [...times].sort((a, b) => a - b)
  return { p50: share(sorted, 0.5), p99: share(sorted, 0.99) }
}
