import type { Log } from './base/log.ts'
import type { Desk } from './desk.ts'
import type { OpenOptions } from './store/rpc.ts'

/** How core.db is opened. */
export type DeskStart = Pick<OpenOptions, 'restore' | 'mayStartEmpty' | 'isReplaced'>

/**
 * Rejects where the desk could not be opened that way; it then runs as before. `whileClosed` has the files for itself; where
 * it fails, too.
 */
export type Reopen = (
  start: DeskStart,
  whileClosed?: () => Promise<void>,
) => Promise<{ readonly isCoreMissing: boolean }>

export type ComposedDesk = Desk & {
  readonly home: string
  readonly exportsFolder: string
  /** The desk's own log, for its shell to write to. */
  readonly log: Log
  /** Sends what waits in the journal. A shell that stays does so by itself; a command only for its own intents. */
  readonly resumeIntents: () => Promise<void>
}
