// Once a run of the tests: keeps one PostgreSQL server of each version, started when the first test asks for it, so that
// a run without such tests starts none. Test files ask by HTTP, for they run in other processes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { postgresHere } from './postgres-programs.ts'
import { createPostgres, type PostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers `/<version>` with the address of that server, as JSON. */
    postgresKeeper: string
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const servers = new Map<string, Promise<PostgresServer>>()
  const startVersion = async (version: string): Promise<PostgresServer> => {
    const programs = postgresHere().find((one) => one.version === version)
    if (programs === undefined) throw new Error(`No PostgreSQL ${version} here.`)
    const server = await createPostgres(programs, { isDurable: false })
    await server.start()
    return server
  }
  const keeper = createServer((request, response) => {
    const version = (request.url ?? '').slice(1)
    const starting = servers.get(version) ?? startVersion(version)
    servers.set(version, starting)
    starting.then(
      ({ address }) => response.end(JSON.stringify(address)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => keeper.listen(0, '127.0.0.1', resolve))
  const { port } = keeper.address() as AddressInfo // it listens on a port
  project.provide('postgresKeeper', `http://127.0.0.1:${port}`)
  return async () => {
    keeper.close()
    for (const starting of servers.values()) await starting.then((server) => server.remove()).catch(() => undefined)
  }
}
