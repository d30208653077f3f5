// A whole agency for a bench: the sandbox, a server that gives its replies from memory, and the built desk on a data folder of
// its own with every brand added. Three processes besides this one; `close` ends them and removes the folder.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Demo, startDemo } from '../../../src-main/demo/demo.ts'
import { spawnSandbox } from '../../../src-main/demo/sandbox-process.ts'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { ADDED_AT_ONCE_MAX } from '../../../src-shared/desk/values/brand-limits.ts'
import { type DeskProcess, startDeskProcess } from '../../support/desk-process.ts'

const root = join(import.meta.dirname, '..', '..', '..')
/** So high that no bench meets it unless it sets its own. */
const UNLIMITED = { requestsPerMinute: 100_000 }

/** `atMs`: when it came, by the clock of the machine. */
export type Asked = { readonly path: string; readonly authorization: string; readonly atMs: number }

export type Agency = {
  readonly home: string
  readonly desk: DeskProcess
  readonly sandbox: Demo
  readonly replay: {
    readonly baseUrl: string
    readonly pid: number
    readonly takeAsked: () => Promise<readonly Asked[]>
    /** Changes the figures of every row of every later reply. */
    readonly next: () => Promise<void>
  }
  readonly brandIds: readonly string[]
  readonly close: () => Promise<void>
}

const startReplay = async (sandboxUrl: string): Promise<{ baseUrl: string; child: ChildProcess }> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'replay.ts'), sandboxUrl], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [message] = (await once(child, 'message')) as [{ baseUrl: string }] // its only message
  return { baseUrl: message.baseUrl, child }
}

const end = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

export const startAgency = async (
  scale: { brands: number; keywords: number },
  env: Readonly<Record<string, string>> = {},
): Promise<Agency> => {
  const home = mkdtempSync(join(tmpdir(), 'agency-desk-bench-'))
  const profileFile = join(home, 'sandbox-profile.json')
  writeFileSync(profileFile, JSON.stringify({ limits: UNLIMITED }))
  const sizes = ['--brands', `${scale.brands}`, '--keywords', `${scale.keywords}`]
  const args = [join(root, 'src-sandbox', 'cli.ts'), ...sizes, '--profile', profileFile]
  const sandbox = await startDemo({ startSandbox: spawnSandbox({ command: process.execPath, args }) })
  const replay = await startReplay(sandbox.baseUrl)
  const desk = await startDeskProcess({ home, isBuilt: true, env: { AGENCY_DESK_LOG: 'warn', ...env } })
  await desk.value('desk.setSettings', { syncEveryMinutes: 0 })
  await desk.value('service.setProfile', { baseUrl: replay.baseUrl, limits: UNLIMITED })
  const rows = sandbox.brands.map(({ name, key }) => ({ name, key }))
  const results: CallOutput<'brands.addMany'>['results'] = []
  for (let from = 0; from < rows.length; from += ADDED_AT_ONCE_MAX) {
    const part = rows.slice(from, from + ADDED_AT_ONCE_MAX)
    results.push(...(await desk.value('brands.addMany', { rows: part, sessionOnly: true })).results)
  }
  const refused = results.find((result) => !result.ok)
  if (refused !== undefined) throw new Error(`${refused.name} was not added: ${refused.error?.message}`)
  return {
    home,
    desk,
    sandbox,
    replay: {
      baseUrl: replay.baseUrl,
      pid: replay.child.pid ?? 0,
      next: async () => void (await fetch(`${replay.baseUrl}/next`)),
      takeAsked: async () => (await fetch(`${replay.baseUrl}/asked`)).json() as Promise<Asked[]>, // our own server's list
    },
    brandIds: results.flatMap(({ brand }) => (brand === undefined ? [] : [brand.id])),
    close: async () => {
      await desk.stop()
      await end(replay.child)
      await sandbox.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
