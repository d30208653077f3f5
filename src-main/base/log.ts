// No key, webhook secret or bearer ever reaches a log: every line is scrubbed by value as it is written,
// whatever field it came from, and known secret fields are removed by name before that.
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { scrub } from './scrub.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

const SECRET_FIELDS = ['key', 'secret', 'authorization', 'Authorization', 'token', 'cookie', 'password']
const ROTATE_BYTES = 5 * 1024 * 1024
const UNWRITTEN_CHARACTERS_MAX = 64 * 1024

const redactedPaths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`])

/** A log into `<folder>/desk.log`; the file before it is kept once it has grown past 5 MiB. */
export const createLog = (folder: string, level: string): Log & { readonly close: () => void } => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'desk.log')
  if (existsSync(file) && statSync(file).size > ROTATE_BYTES) renameSync(file, join(folder, 'desk.1.log'))
  const destination = pino.destination({ dest: file, sync: true, mode: 0o600, maxLength: UNWRITTEN_CHARACTERS_MAX })
  // What cannot be written, on a full disk say, is lost: a log ends no desk.
  destination.on('error', () => undefined)
  const logger = pino(
    { level, base: null, redact: { paths: redactedPaths, censor: '***' }, hooks: { streamWrite: scrub } },
    destination,
  )
  return Object.assign(logger, { close: () => destination.end() })
}

/** A log that keeps nothing, for tests and short-lived commands. */
export const silentLog: Log = pino({ level: 'silent' })
