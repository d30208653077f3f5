// A real PostgreSQL server for tests, in a folder of its own. PostgreSQL refuses to run as root: its programs then run
// as `postgres`, else `nobody`. It is stopped by signals to the process that was started here, never by name.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { appendFileSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type PostgresPrograms, programIn } from './postgres-programs.ts'

/** `fast` ends sessions and writes all; `immediate` and `kill` are crashes: the next start reads the log. */
export type StopMode = 'fast' | 'immediate' | 'kill'
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const

export type PostgresAddress = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
}

export type PostgresServer = {
  readonly address: PostgresAddress
  readonly folder: string
  readonly pid: () => number
  readonly start: () => Promise<void>
  readonly stop: (mode: StopMode) => Promise<void>
  /** All that the server wrote to its log. */
  readonly log: () => string
  /** Stops it and removes its folder. */
  readonly remove: () => Promise<void>
}

type Account = { readonly uid: number; readonly gid: number }

/** Undefined: as the person who runs the tests. */
const accountToRunAs = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line = ['postgres', 'nobody'].flatMap((name) => lines.filter((text) => text.startsWith(`${name}:`)))[0]
  const [uid, gid] = (line ?? '').split(':').slice(2, 4).map(Number)
  if (uid === undefined || gid === undefined) throw new Error('PostgreSQL needs an account other than root.')
  return { uid, gid }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** A crash leaves these behind for a moment: the processes of the old server end by themselves. */
const OLD_SERVER = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/

/** Another program took the free port first. */
const PORT_TAKEN = /could not bind IPv4 address/

type Options = {
  /** An empty folder for all that the server stores; its log is elsewhere. */
  readonly disk?: string
  /** False for functional tests: what is tested there does not depend on a power cut. */
  readonly isDurable?: boolean
  readonly connections?: number | undefined
  /** Offers TLS with this certificate. */
  readonly tls?: { readonly key: string; readonly certificate: string }
}

export const createPostgres = async (
  programs: PostgresPrograms,
  { isDurable = true, connections = 200, tls, disk }: Options = {},
): Promise<PostgresServer> => {
  const account = accountToRunAs()
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-postgres-'))
  const password = 'of-the-tests'
  const passwordFile = join(folder, 'password')
  const data = join(disk ?? folder, 'data')
  const logFile = join(folder, 'log')
  writeFileSync(passwordFile, password)
  writeFileSync(logFile, '')
  const own = [folder, passwordFile, ...(disk === undefined ? [] : [disk])]
  if (account !== undefined) for (const path of own) chownSync(path, account.uid, account.gid)
  // Nothing of the person's own settings: PGPORT, PGDATA, a locale whose messages are not English.
  const options = { ...account, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } }
  const login = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  const initArgs = [...login, '--locale=C', '-E', 'UTF8', '--no-sync', '--no-instructions', '-D', data]
  await promisify(execFile)(programIn(programs, 'initdb'), initArgs, options)

  const tlsFiles = { 'server.key': tls?.key, 'server.crt': tls?.certificate }
  for (const [name, text] of Object.entries(tlsFiles)) {
    if (text === undefined) continue
    writeFileSync(join(data, name), text, { mode: 0o600 })
    if (account !== undefined) chownSync(join(data, name), account.uid, account.gid)
  }

  let port = await freePort()
  let hasStarted = false
  /** What is lost when the machine fails, and what only a large or copied database needs. */
  const forTests = {
    fsync: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
  }
  const settings = () => ({
    listen_addresses: '127.0.0.1',
    port: `${port}`,
    unix_socket_directories: '',
    max_connections: `${connections}`,
    ...(isDurable ? {} : forTests),
    ssl: tls === undefined ? 'off' : 'on',
  })
  const args = () => ['-D', data, ...Object.entries(settings()).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  let server: ChildProcess | undefined
  process.once('exit', () => server?.kill('SIGQUIT'))

  /** True once it answers, false if it has to be tried again. */
  const tryToStart = (): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const child = spawn(programIn(programs, 'postgres'), args(), { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
      let output = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        appendFileSync(logFile, text)
        output += text
        if (output.includes('database system is ready to accept connections')) resolve(true)
      })
      child.once('error', reject)
      child.once('close', () => {
        if (server === child) server = undefined
        if (OLD_SERVER.test(output) || (PORT_TAKEN.test(output) && !hasStarted)) resolve(false)
        else reject(new Error(`PostgreSQL did not start:\n${output}`))
      })
      server = child
    })

  const start = async () => {
    // The port is known to clients from the first start on.
    while (!(await tryToStart())) if (!hasStarted) port = await freePort()
    hasStarted = true
  }
  const stop = async (mode: StopMode) => {
    const child = server
    if (child === undefined) return
    const closed = new Promise((resolve) => child.once('close', resolve))
    child.kill(SIGNALS[mode])
    await closed
  }
  return {
    get address() {
      return { host: '127.0.0.1', port, user: 'postgres', password }
    },
    folder,
    pid: () => server?.pid ?? 0,
    start,
    stop,
    log: () => readFileSync(logFile, 'utf8'),
    remove: async () => {
      await stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
