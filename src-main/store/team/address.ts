// The address of a team's database, and whether a password may be sent there: to this machine, or over TLS to a server that
// proves who it is. Settings of the environment (PGHOST, PGSSLMODE …) change nothing.
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { DeskError } from '../../../src-shared/desk/errors.ts'

export type TeamAddress = {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string
  readonly port: number
  readonly database: string
  /** The login. */
  readonly user: string
  /** False: without TLS, on this machine. */
  readonly ssl: false | ConnectionOptions
}

const invalid = (message: string): never => {
  throw new DeskError('invalid', message)
}

const EXAMPLE = 'postgres://login@db.example.com:5432/team'

const parse = (url: string): URL => {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol))
    return invalid(`The address of the team's database is not one of PostgreSQL. It looks like ${EXAMPLE}.`)
  return parsed
}

const KNOWN = ['sslmode', 'sslrootcert', 'host', 'user', 'application_name', 'channel_binding', 'connect_timeout']
/** Each of these may talk without TLS, or to any server. */
const REFUSED_MODES = ['disable', 'allow', 'prefer', 'no-verify']
const TLS_MODES = ['require', 'verify-ca', 'verify-full']

const isSocket = (host: string): boolean => host.startsWith('/')
const isThisMachine = (host: string): boolean =>
  isSocket(host) || host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

const readCertificate = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return invalid(`The certificate ${path} of the address (sslrootcert) cannot be read.`)
  }
}

/** Always checked in full: a weaker mode of the address is taken as verify-full. */
const tlsFor = (host: string, parameters: URLSearchParams): false | ConnectionOptions => {
  const mode = parameters.get('sslmode')
  const certificate = parameters.get('sslrootcert')
  if (mode !== null && ![...REFUSED_MODES, ...TLS_MODES].includes(mode))
    invalid(`The address of the team's database has the unknown sslmode "${mode}". Use verify-full.`)
  if (isThisMachine(host) && (mode === null || mode === 'disable')) return false
  if (isSocket(host)) return invalid('A Unix socket needs no TLS. Remove sslmode from the address.')
  if (mode !== null && REFUSED_MODES.includes(mode))
    invalid(
      `The address of the team's database has sslmode=${mode}, so that the password could be read on its way to ${host}. Use sslmode=verify-full.`,
    )
  const ca = certificate === null || certificate === 'system' ? undefined : readCertificate(certificate)
  return { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return invalid(`A part of the address of the team's database is not encoded as in a URL. It looks like ${EXAMPLE}.`)
  }
}

/** Throws `invalid` with a sentence for the person. */
export const parseAddress = (url: string): TeamAddress => {
  const { hostname, port, pathname, username, searchParams } = parse(url)
  const unknown = [...searchParams.keys()].find((name) => !KNOWN.includes(name))
  if (unknown !== undefined) invalid(`The desk does not know "${unknown}" in the address of the team's database.`)
  const host = searchParams.get('host') ?? decoded(hostname).replace(/^\[(.*)\]$/, '$1')
  const database = decoded(pathname.slice(1))
  if (host === '') invalid(`The address of the team's database names no host. It looks like ${EXAMPLE}.`)
  if (database === '' || database.includes('/'))
    invalid(`The address of the team's database names no database. It looks like ${EXAMPLE}.`)
  const user = searchParams.get('user') ?? decoded(username)
  if (user === '') invalid(`The address of the team's database names no login. It looks like ${EXAMPLE}.`)
  const ssl = tlsFor(host, searchParams)
  return { host, port: port === '' ? 5432 : Number(port), database, user, ssl }
}
