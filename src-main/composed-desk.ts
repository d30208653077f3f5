import type { Clock } from './base/clock.ts'
import type { GetDispatcher } from './base/dispatcher.ts'
import type { Log } from './base/log.ts'
import type { ClosingLimits } from './closing.ts'
import type { StartSandbox } from './demo/sandbox-process.ts'
import type { Desk } from './desk.ts'
import type { ClaimTimes } from './journal/claims.ts'
import type { Keychain } from './keychain/keychain.ts'
import type { StartQueryProcess } from './query/messages.ts'
import type { Printer } from './reports/printer.ts'
import type { StartThread } from './store/link.ts'
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

export type ComposeOptions = {
  /** The data folder; made if it is not there. */
  readonly home: string
  readonly shell: 'electron' | 'web' | 'cli' | 'none'
  /** Where keys are kept: the system's keychain, or this process's memory alone. */
  readonly keychain: 'os' | 'session'
  readonly clock: Clock
  /** The connections that requests to the service and forwarded deliveries go through. */
  readonly getDispatcher: GetDispatcher
  /** A number from 0 up to 1, for back-off jitter. */
  readonly random: () => number
  /** Starts the sandbox of the demo agency; absent: no demo. */
  readonly startSandbox?: StartSandbox
  /** Starts the process that runs SQL; absent: one of plain Node from the sources. */
  readonly startQueryProcess?: StartQueryProcess
  /** The store worker's file, where it is not beside this one. */
  readonly workerUrl?: URL
  /** How the store's threads are had; absent: new ones. */
  readonly startThread?: StartThread
  readonly version: string
  /** Parse what handlers return as well: development and tests. */
  readonly checkOutput: boolean
  readonly log: Log
  /** Sync what is due in the background; a command of the command line does its own work only. */
  readonly isBackgroundSyncWanted: boolean
  /** Receive webhooks. */
  readonly isReceiverWanted: boolean
  /** How core.db is opened. */
  readonly start: DeskStart
  readonly reopen: Reopen
  /** Makes PDF files; absent: none are made. */
  readonly printer?: Printer
  /** Keys that are kept for this session alone; absent: new ones. */
  readonly sessionKeychain?: Keychain
  /** The address of the team's database with its password (AGENCY_DESK_TEAM), where no keychain holds one; null: none. */
  readonly teamAddress: string | null
  /** The receiver's port instead of the one in its settings; 0: any free one. */
  readonly webhookPort: number | null
  /** How long claims of a team last. */
  readonly claimTimes?: ClaimTimes
  /** How long closing may take, by its steps. */
  readonly closingLimits?: ClosingLimits
}

export type ComposedDesk = Desk & {
  readonly home: string
  readonly exportsFolder: string
  /** The desk's own log, for its shell to write to. */
  readonly log: Log
  /** Sends what waits in the journal. A shell that stays does so by itself; a command only for its own intents. */
  readonly resumeIntents: () => Promise<void>
}
