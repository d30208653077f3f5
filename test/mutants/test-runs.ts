// Copies of the tree, and runs of tests in them.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tempFolder } from '../support/temp-folder.ts'
import type { Order, Reply } from './kept-vitest.ts'

/** `out` goes along: some tests open the bundles. What changes in a copy changes nothing here. */
export const copyTree = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-mutants-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const part of globSync('*', { exclude: ['node_modules', 'dist', 'test-results', 'bench-results'] }))
    cpSync(part, join(folder, part), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Whether the sources pass the type check, which is the first part of `npm test`. What did not change is not checked again. */
export const isTyped = (folder: string): Promise<boolean> =>
  new Promise((resolve) => {
    const tsc = join(folder, 'node_modules', 'typescript', 'bin', 'tsc')
    execFile(process.execPath, [tsc, '-b', 'tsconfig.main.json'], { cwd: folder }, (error) => resolve(error === null))
  })

/** A timer of a longer time rings at once. */
const TIMER_MS_MAX = 2 ** 31 - 1

/** Runs tests in a folder; one that does not answer in time is ended, with all that it started. */
export const createTestRuns = (folder: string, { bail, env = {} }: { bail: number; env?: NodeJS.ProcessEnv }) => {
  let vitest: ChildProcess | undefined
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'kept-vitest.ts'), String(bail)], {
      cwd: folder,
      // Of this process: what a run that was ended leaves is removed with it.
      env: { ...process.env, TMPDIR: tempFolder, ...env },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      detached: true,
    })
    const isReady = await Promise.race([once(child, 'message').then(() => true), once(child, 'exit').then(() => false)])
    if (!isReady) throw new Error('vitest did not start.')
    return child
  }
  const kill = (): void => {
    if (vitest?.pid !== undefined) process.kill(-vitest.pid, 'SIGKILL')
    vitest = undefined
  }
  /** Lets it stop what it keeps, such as a PostgreSQL server. */
  const close = async (): Promise<void> => {
    if (vitest === undefined) return
    const exited = once(vitest, 'exit')
    vitest.disconnect()
    await exited
    vitest = undefined
  }
  /** Undefined when the tests did not end in time. */
  const run = async (order: Order, seconds: number): Promise<Reply | undefined> => {
    vitest ??= await start()
    const listening = new AbortController()
    const answer = once(vitest, 'message', listening).then(([message]) => message as Reply) // of `kept-vitest.ts`
    const exit = once(vitest, 'exit', listening).then(() => undefined)
    const timer = setTimeout(kill, Math.min(seconds * 1000, TIMER_MS_MAX))
    vitest.send(order)
    const reply = await Promise.race([answer, exit])
    clearTimeout(timer)
    for (const waiting of [answer, exit]) waiting.catch(() => undefined)
    listening.abort()
    if (reply === undefined) vitest = undefined
    return reply
  }
  return { run, close, kill }
}
