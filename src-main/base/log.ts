// No key, webhook secret or bearer ever reaches a log: every line is scrubbed by value as it is written,
// whatever field it came from, and known secret fields are removed by name before that.
import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { scrub } from './scrub.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & {
  /** The same log, with these fields in every line. `redact`: lines that hold no secret field are cheaper unsearched. */
  readonly child: (fields: Readonly<Record<string, string>>, options?: { redact: [] }) => Log
}

/** The id of an intent or a run, whose log lines belong together. */
export type ActionIds = { readonly intentId: string } | { readonly runId: string }

const action = new AsyncLocalStorage<ActionIds>()

/** Every line that `work` writes, in any room, has the id, so that one search finds them all. */
export const inAction = <Result>(ids: ActionIds, work: () => Result): Result => action.run(ids, work)

const SECRET_FIELDS = ['key', 'secret', 'authorization', 'Authorization', 'token', 'cookie', 'password']
const ROTATE_BYTES = 5 * 1024 * 1024
const UNWRITTEN_CHARACTERS_MAX = 64 * 1024

const redactedPaths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`])

/** A log into `<folder>/desk.log`; past 5 MiB it becomes `desk.1.log`, which is replaced, and a new one begins. */
export const createLog = (
  folder: string,
  level: string,
  rotateBytes = ROTATE_BYTES,
): Log & { readonly close: () => void } => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'desk.log')
  let bytes = existsSync(file) ? statSync(file).size : 0
  const destination = pino.destination({ dest: file, sync: true, mode: 0o600, maxLength: UNWRITTEN_CHARACTERS_MAX })
  destination.on('write', (written: number) => {
    bytes += written
    if (bytes <= rotateBytes) return
    bytes = 0
    try {
      renameSync(file, join(folder, 'desk.1.log'))
      destination.reopen()
    } catch {
      // A log that cannot be moved is continued.
    }
  })
  // A line that cannot be written, on a full disk for example, is lost: the log must not end the desk.
  destination.on('error', () => undefined)
  const logger = pino(
    {
      level,
      base: null,
      mixin: () => ({ ...action.getStore() }),
      redact: { paths: redactedPaths, censor: '***' },
      hooks: { streamWrite: scrub },
    },
    destination,
  )
  return Object.assign(logger, { close: () => destination.end() })
}

/** A log that keeps nothing, for tests and short-lived commands. */
export const silentLog: Log = pino({ level: 'silent' })
