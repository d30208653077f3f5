import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { DeskError } from '../../src-shared/desk/errors.ts'

/** The environment variables of docs/command-line.md, read once by a shell's entry. */
export type Environment = {
  readonly home: string
  readonly keychain: 'os' | 'session'
  readonly isDemoWanted: boolean
  readonly logLevel: string
  /** Of the web shell; null where it was not set. */
  readonly port: number | null
  /** Of the webhook receiver, instead of the one in its settings; null where it was not set. */
  readonly webhookPort: number | null
  /** The address of the team's database with its password, where no keychain holds one; null where it was not set. */
  readonly teamAddress: string | null
}

type Variables = Readonly<Record<string, string | undefined>>

const defaultHome = (env: Variables, platform: NodeJS.Platform): string => {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Agency Desk')
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Agency Desk')
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'agency-desk')
}

const refused = (name: string, value: string, allowed: string) =>
  new DeskError('invalid', `${name} is "${value}"; it can be ${allowed}.`, {
    issues: [{ path: name, message: `can be ${allowed}` }],
  })

const readPort = (name: string, value: string): number => {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (!(port <= 65_535)) throw refused(name, value, 'a port number from 0 (any free one) to 65535')
  return port
}

export const readEnvironment = (env: Variables, platform: NodeJS.Platform = process.platform): Environment => {
  const keychain = env.AGENCY_DESK_KEYCHAIN || 'os'
  if (keychain !== 'os' && keychain !== 'session') throw refused('AGENCY_DESK_KEYCHAIN', keychain, '"os" or "session"')
  const port = env.AGENCY_DESK_PORT
  const webhookPort = env.AGENCY_DESK_WEBHOOK_PORT
  return {
    home: resolve(env.AGENCY_DESK_HOME || defaultHome(env, platform)),
    keychain,
    isDemoWanted: env.AGENCY_DESK_DEMO !== '0',
    logLevel: env.AGENCY_DESK_LOG || 'info',
    port: port ? readPort('AGENCY_DESK_PORT', port) : null,
    webhookPort: webhookPort ? readPort('AGENCY_DESK_WEBHOOK_PORT', webhookPort) : null,
    teamAddress: env.AGENCY_DESK_TEAM || null,
  }
}
