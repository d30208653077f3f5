// A thread inside one long SQLite statement does not keep a process from ending: real processes, each with a reader that
// counts for minutes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { callDesk } from '../../src-main/desk.ts'
import { connectDesk } from '../../src-main/shells/socket/client.ts'
import { socketPath } from '../../src-main/shells/socket/path.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { runCommand } from '../support/run-command.ts'
import { tempHome } from '../support/temp-home.ts'

/** The desk ends itself after 9.5 s; the rest is for a machine that is busy. */
const CLOSES_WITHIN_MS = 15_000
const shells = join(import.meta.dirname, '..', '..', 'src-main', 'shells')
const onLinux = test.skipIf(process.platform !== 'linux')

/** A data folder in which reading the history of queries takes longer than a minute. */
const slowFolder = async (): Promise<string> => {
  const { home, coreFile } = tempHome()
  const desk = await openTestDesk({ home })
  await desk.close()
  const core = new Database(coreFile)
  core.exec(`INSERT INTO query_history (sql, brand_ids, at_ms, took_ms) VALUES ('SELECT 1', '[]', 0, 0);
    ALTER TABLE query_history RENAME TO kept_history;
    CREATE VIEW query_history AS SELECT kept_history.* FROM kept_history,
      (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000000) SELECT count(*) FROM n)`)
  core.close()
  return home
}

const start = (home: string, shell: string, args: readonly string[] = []) =>
  runCommand({
    file: process.execPath,
    args: [join(shells, shell, 'index.ts'), ...args],
    env: {
      AGENCY_DESK_HOME: home,
      AGENCY_DESK_PORT: '0',
      AGENCY_DESK_WEBHOOK_PORT: '0',
      AGENCY_DESK_KEYCHAIN: 'session',
      AGENCY_DESK_DEMO: '0',
    },
  })

/** Ticks of processor time of each thread but the first. */
const ticks = (pid: number): Map<string, number> =>
  new Map(
    readdirSync(`/proc/${pid}/task`)
      .filter((tid) => tid !== String(pid))
      .map((tid) => {
        const fields = readFileSync(`/proc/${pid}/task/${tid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
        return [tid, Number(fields[11])]
      }),
  )

/** Resolves once a thread works without a pause. */
const whenBusy = async ({ pid = 0 }: ChildProcess): Promise<void> => {
  const before = ticks(pid)
  await expect
    .poll(() => Math.max(...[...ticks(pid)].map(([tid, now]) => now - (before.get(tid) ?? 0))), { timeout: 120_000 })
    .toBeGreaterThan(80)
}

const endOf = async (child: ChildProcess) => {
  const startMs = performance.now()
  child.kill('SIGTERM')
  const [code, signal] = await once(child, 'exit')
  return { code, signal, tookMs: performance.now() - startMs }
}

/** The desk of the folder, asked over its socket as the command line is. */
const remoteOf = async (home: string) => {
  const remote = await connectDesk(socketPath(home))
  if (remote === null) throw new Error('No desk listens.')
  onTestFinished(() => remote.close())
  return remote
}

onLinux.each([
  ['web', /Open (\S+)/],
  ['serve', /Health: (\S+)/],
])('%s ends in time while a thread is inside SQLite, keeps what it confirmed, and starts again', async (shell, up) => {
  const home = await slowFolder()
  const first = start(home, shell)
  await first.printed(up)
  const remote = await remoteOf(home)
  await callDesk(remote, 'desk.setSettings', { syncEveryMinutes: 77 })
  void remote.call('query.history', { limit: 10 })
  await whenBusy(first.child)
  const { tookMs, ...how } = await endOf(first.child)
  expect(tookMs).toBeLessThan(CLOSES_WITHIN_MS)
  expect(how).toEqual({ code: null, signal: 'SIGKILL' })
  expect((await first.ended).stderr).toContain('What it confirmed is stored.')

  const second = start(home, shell)
  await second.printed(up)
  expect(await callDesk(await remoteOf(home), 'desk.settings', {})).toMatchObject({ syncEveryMinutes: 77 })
  expect(await endOf(second.child)).toMatchObject({ code: 0 })
})

onLinux('a command ends in time while a thread is inside SQLite', async () => {
  const home = await slowFolder()
  const { child } = start(home, 'cli', ['call', 'query.history', '{"limit":10}'])
  await expect.poll(() => connectDesk(socketPath(home)), { timeout: 120_000 }).not.toBeNull()
  await whenBusy(child)
  const { tookMs, ...how } = await endOf(child)
  expect(tookMs).toBeLessThan(CLOSES_WITHIN_MS)
  expect(how).toEqual({ code: null, signal: 'SIGKILL' })
  expect(await start(home, 'cli', ['call', 'desk.about']).ended).toMatchObject({ code: 0 })
})

onLinux('a process ends in time while one of the threads of Node waits for a file that never answers', async () => {
  const ending = new URL('../../src-main/shells/ending.ts', import.meta.url)
  const { home } = tempHome()
  const pipe = join(home, 'pipe')
  await once(spawn('sh', ['-c', `mkfifo ${pipe}`]), 'exit')
  const code = `import { open } from 'node:fs/promises'
    import { endProcess } from '${ending}'
    open('${pipe}').catch(() => undefined)
    await endProcess(0, true)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code])
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
})
