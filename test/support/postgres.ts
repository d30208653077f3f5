// Tests on a real PostgreSQL (which one: postgres-programs.ts): one server for the whole run (postgres-keeper.ts), one
// database for each test, copied from a template that holds an empty team.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, inject, onTestFinished, test } from 'vitest'
import { migrateTeam } from '../../src-main/store/team/migrate.ts'
import { teamMigrations } from '../../src-main/store/team/migrations/index.ts'
import { type PostgresPrograms, postgresHere } from './postgres-programs.ts'
import type { PostgresAddress } from './postgres-server.ts'

const NONE = 'skipped: no PostgreSQL here. Install Debian’s postgresql, or run npm ci where npm has one for this system'

/** The tests once for each version to test on; where there is none, they are skipped by name. */
export const describePostgres = (title: string, tests: (programs: PostgresPrograms) => void): void => {
  const all = postgresHere()
  if (all.length === 0) describe.skip(`${title} (${NONE})`, () => test('is not tested', () => undefined))
  for (const programs of all) describe(`${title}, on PostgreSQL ${programs.version}`, () => tests(programs))
}

const addressOf = async ({ version }: PostgresPrograms): Promise<PostgresAddress> => {
  const reply = await fetch(`${inject('postgresKeeper')}/${version}`)
  if (!reply.ok) throw new Error(await reply.text())
  return (await reply.json()) as PostgresAddress // as the keeper wrote it
}

type Login = { readonly user: string; readonly password: string }

/** Numbers are numbers. */
const connectTo = async (address: PostgresAddress, database: string, login: Login = address): Promise<pg.Client> => {
  const client = new pg.Client({ ...address, ...login, database })
  client.setTypeParser(pg.types.builtins.INT8, Number)
  // A test that ends a session on purpose looks at its statements.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** An empty team of this schema, made by the first test that needs one. */
const template = async (server: pg.Client, address: PostgresAddress): Promise<string> => {
  const name = `team_${teamMigrations.at(-1)?.landed}`
  await server.query('SELECT pg_advisory_lock(1)')
  try {
    const { rowCount } = await server.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) {
      await server.query('CREATE DATABASE making TEMPLATE template0 STRATEGY file_copy')
      const client = await connectTo(address, 'making')
      await migrateTeam(client, { mayCreate: true })
      await client.end()
      await server.query(`ALTER DATABASE making RENAME TO ${name}`)
    }
  } finally {
    await server.query('SELECT pg_advisory_unlock(1)')
  }
  return name
}

export type TestDatabase = {
  /** As the account that owns the server, unless said otherwise; until the test ends. */
  readonly connect: (login?: Login) => Promise<pg.Client>
  readonly name: string
}

/** A new database, with an empty team or with nothing. */
export const createDatabase = async (programs: PostgresPrograms, holds: 'team' | 'nothing'): Promise<TestDatabase> => {
  const address = await addressOf(programs)
  const server = await connectTo(address, 'postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const from = holds === 'team' ? await template(server, address) : 'template0'
  // Copying files takes a third of the time of logging each page.
  await server.query(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY file_copy`)
  await server.end()
  const connect = async (login?: Login) => {
    const client = await connectTo(address, name, login)
    onTestFinished(() => client.end())
    return client
  }
  return { connect, name }
}

/** A database for one test. */
export const testDatabase = async (programs: PostgresPrograms, holds: 'team' | 'nothing'): Promise<TestDatabase> => {
  const database = await createDatabase(programs, holds)
  onTestFinished(async () => {
    const server = await connectTo(await addressOf(programs), 'postgres')
    await server.query(`DROP DATABASE ${database.name} WITH (FORCE)`)
    await server.end()
  })
  return database
}
