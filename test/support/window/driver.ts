import type { CallInput, CallName, CallOutput } from '../../../src-shared/desk/contract.ts'
import type { Reply } from '../../../src-shared/desk/errors.ts'

type Call = <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<Reply<CallOutput<Name>>>

/** The Electron shell, on the stand-in or on a real Electron, as the conformance suite uses it. */
export type DrivenShell = {
  readonly home: string
  /** What happened so far, in order: recorder.cjs. */
  readonly events: () => readonly string[]
  /** A call of our own page. */
  readonly call: Call
  /** The same call from a page that is not ours. */
  readonly callFromForeignPage: Call
  /** The page's own try to go to another address, and to open it in a window. */
  readonly navigate: (address: string) => Promise<void>
  readonly openWindow: (address: string) => Promise<void>
  readonly windowCount: () => Promise<number>
  /** `granted` or `denied`. */
  readonly askPermission: (name: 'notifications') => Promise<string>
  readonly closeWindow: () => Promise<void>
  /** Another start of the program on the same data folder. */
  readonly startSecond: (args: readonly string[]) => Promise<void>
  readonly crashPage: () => Promise<void>
  /** The messages of the dialogs that were shown; each is answered with its last button. */
  readonly dialogs: () => Promise<readonly string[]>
  /** Asks it to quit; it does so in its own time. */
  readonly quit: () => Promise<void>
  readonly ended: Promise<void>
}

/** Starts the shell on an empty data folder; ended when the test ends. */
export type OpenShell = (args?: readonly string[]) => Promise<DrivenShell>
