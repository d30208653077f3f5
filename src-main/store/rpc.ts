// What travels between the main thread and a worker of the store. Errors travel as values, so that a DeskError
// is a DeskError again on the other side and a SQLite error keeps its code.
import { DeskError, type DeskErrorValue } from '../../src-shared/desk/errors.ts'
import type { AppliedMigration, FileKind } from './migrate.ts'
import type { ReadPosition } from './store.ts'
import type { Mirrored, TeamAccess, TeamState } from './team/state.ts'

/** `core-writer` writes what touches core.db alone, so that it never waits behind the filling of the cache. */
export type Role = 'writer' | 'core-writer' | 'reader'

export type StoreFiles = {
  readonly coreFile: string
  readonly cacheFile: string
  readonly backupsFolder: string
  /** This desk's number among those that share its data; left out: 0, it shares with none. */
  readonly deskNo?: number | undefined
  /** Left out: a desk alone. */
  readonly team?: TeamAccess | undefined
}
export type WorkerSettings = StoreFiles & { readonly role: Role }
/** `membership`: one job of setting up, joining or leaving a team, for which the desk is closed. */
export type ThreadSettings = WorkerSettings | (StoreFiles & { readonly role: 'membership' })

/** `storage` is what happened to a file; `desk.notice` shows it to the person. */
export type StoreNotice = {
  readonly what:
    | 'cache-rebuilt'
    | 'core-restored'
    | 'core-lost'
    | 'changes-lost'
    | 'left-team'
    | 'inbox-restored'
    | 'inbox-lost'
    | 'deliveries-lost'
    | 'worker-restarted'
    | 'worker-lost'
    | 'backup-failed'
    | 'changes-dropped'
    | 'other-history'
  readonly level: 'info' | 'warning' | 'error'
  readonly title: string
  readonly message: string
}

/** For the log, which is the main thread's. */
export type MigrationLine = AppliedMigration & { readonly file: FileKind }

/** How the files are opened. */
export type OpenOptions = {
  /** A damaged page was met, so the files are checked before they are used again. */
  readonly afterDamage?: boolean
  /** The file name of the backup that takes the place of core.db. */
  readonly restore?: string | undefined
  /** A person chose an empty desk although core.db is missing. */
  readonly mayStartEmpty?: boolean | undefined
  /** core.db holds other brands than at the last closing: those of a team. */
  readonly isReplaced?: boolean | undefined
}

export type Request =
  | {
      readonly id: number
      readonly kind: 'query'
      readonly name: string
      readonly args: unknown
      readonly readPosition?: ReadPosition | undefined
    }
  /** Asks PostgreSQL itself. */
  | { readonly id: number; readonly kind: 'team-query'; readonly name: string; readonly args: unknown }
  | { readonly id: number; readonly kind: 'open'; readonly options: OpenOptions }
  | { readonly id: number; readonly kind: 'close' }
  /** Closes, answers, and the thread ends by itself. */
  | { readonly id: number; readonly kind: 'end' }

/** What the thread that is connected to the team tells by itself. */
export type TeamMessage = { readonly teamState: TeamState } | { readonly mirrored: Mirrored }
export type NoticeMessage = { readonly notice: StoreNotice }

export type WireError = {
  readonly desk?: DeskErrorValue
  /** Of the DeskError, for the log alone. */
  readonly cause?: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
}
export type Response =
  | {
      readonly id: number
      readonly ok: true
      readonly value: unknown
      /** How long the thread worked on it. */
      readonly ms: number
      readonly notices?: readonly StoreNotice[]
    }
  | { readonly id: number; readonly ok: false; readonly error: WireError }
  | NoticeMessage
  | { readonly migration: MigrationLine }
  | TeamMessage

export const errorCode = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null)?.code // Node and SQLite errors carry a code
  return typeof code === 'string' ? code : undefined
}

/** A file that is not, or no longer, a sound database. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(errorCode(error) ?? '')

/** `query`: the name of the query that failed, so that the log says which it was. */
export const toWireError = (error: unknown, query?: string): WireError => {
  if (error instanceof DeskError) {
    const cause = error.cause === undefined ? {} : { cause: String(error.cause) }
    return { desk: error.toValue(), message: error.message, ...cause }
  }
  const code = errorCode(error)
  const named = (message: string): string => (query === undefined ? message : `${query}: ${message}`)
  if (!(error instanceof Error)) return { message: named(String(error)) }
  return {
    message: named(error.message),
    ...(code === undefined ? {} : { code }),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
  }
}

export const fromWireError = (wire: WireError): Error => {
  if (wire.desk !== undefined) return new DeskError(wire.desk.kind, wire.desk.message, wire.desk.detail)
  const error = new Error(wire.message)
  if (wire.stack !== undefined) error.stack = wire.stack
  return wire.code === undefined ? error : Object.assign(error, { code: wire.code })
}
