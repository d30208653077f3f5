import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const BUILT_SHELL = join(import.meta.dirname, '..', '..', '..', 'out', 'main', 'web.js')

export type Shell = {
  /** Opens a session, once. */
  readonly address: string
  readonly stop: () => Promise<void>
}

/** A web shell from `entry` on `home`, its address not used yet. */
export const startShell = async ({ entry, home }: { entry: string; home: string }): Promise<Shell> => {
  const child = spawn(process.execPath, [entry], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      AGENCY_DESK_HOME: home,
      AGENCY_DESK_PORT: '0',
      AGENCY_DESK_KEYCHAIN: 'session',
      AGENCY_DESK_DEMO: '0',
    },
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The web shell ended (exit code ${code}).`)
  })
  const message = once(child, 'message').then(([value]) => value as { address: string }) // the one it sends
  const { address } = await Promise.race([message, ended])
  return {
    address,
    stop: async () => {
      child.kill('SIGINT')
      await ended.catch(() => undefined)
    },
  }
}
