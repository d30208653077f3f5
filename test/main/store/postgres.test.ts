// The server that tests of a team run on: a real one, which can be stopped, killed and started again.
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { describePostgres } from '../../support/postgres.ts'
import type { PostgresPrograms } from '../../support/postgres-programs.ts'
import { createPostgres, type PostgresServer, type StopMode } from '../../support/postgres-server.ts'

const startServer = async (programs: PostgresPrograms): Promise<PostgresServer> => {
  const server = await createPostgres(programs)
  onTestFinished(server.remove)
  await server.start()
  return server
}

const query = async ({ address }: PostgresServer, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ ...address, database: 'postgres' })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows.map((row) => Object.values(row)[0])
  } finally {
    await client.end()
  }
}

describePostgres('a server for tests', (programs) => {
  test('keeps what was committed, when it is stopped, crashes or is killed', async () => {
    const server = await startServer(programs)
    expect(await query(server, 'SHOW server_version')).toEqual([expect.stringMatching(/^1[5-9]/)])
    expect(await query(server, 'SHOW fsync')).toEqual(['on'])
    await query(server, 'CREATE TABLE kept (mode text)')
    const pids = [server.pid()]
    for (const mode of ['fast', 'immediate', 'kill'] satisfies StopMode[]) {
      await query(server, `INSERT INTO kept VALUES ('${mode}')`)
      await server.stop(mode)
      await expect(query(server, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
      await server.start()
      pids.push(server.pid())
    }
    expect(await query(server, 'SELECT mode FROM kept')).toEqual(['fast', 'immediate', 'kill'])
    expect(new Set(pids).size).toBe(4)
    expect(server.log()).toContain('received fast shutdown request')
    expect(server.log()).toContain('received immediate shutdown request')
  })
})
