// A write in a team. It is tried on the mirror and sent; if a colleague changed what it read or changed, it runs again on the
// mirror as it is then, and at last while nobody else writes. What changes rows of this desk alone asks nobody.
import type { Database } from 'better-sqlite3'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { type Changes, changeRows, inMirror } from './apply.ts'
import { ConnectionLostError, serverError, type TeamClient } from './client.ts'
import { failureOf, notStored } from './connection-errors.ts'
import { changesNothing, createSending, type SendingOptions, type Write } from './sending.ts'
import type { Signer } from './signed.ts'
import { createTrial, type Outcome, type Trial } from './trial.ts'

export type WriterOptions = SendingOptions & {
  /** Write functions run on this connection to core.db. */
  readonly core: Database
  /** A connection to begin a write with, or why there is none. */
  readonly reach: () => Promise<TeamClient>
  readonly signer: () => Signer
  /** Why a write has to wait while PostgreSQL cannot be reached. */
  readonly waits: (write: string, why: unknown) => DeskError
  /** Within the transaction that stores these rows here: they are sent as soon as PostgreSQL can be reached. */
  readonly keepForLater?: (changes: Changes) => void
}

const RUNS_BEFORE_A_TURN = 3

const finish = ({ outcome }: Trial): unknown => {
  if ('error' in outcome) throw outcome.error
  return outcome.value
}

/** Something other than the rows was in the way. */
const isBroken = (outcome: Outcome): boolean => 'error' in outcome && !(outcome.error instanceof DeskError)

export const createTeamWriter = (options: WriterOptions) => {
  const { core, mirror, shared, reach, signer, waits, keepForLater } = options
  const tryOut = createTrial(core, shared)
  const sending = createSending(options)

  const storeHere = (trial: Trial, keep: (changes: Changes) => void): void =>
    inMirror(mirror, () => {
      changeRows(mirror, shared, trial.shared)
      changeRows(mirror, trial.own.tables, trial.own.changes)
      keep(trial.shared)
    })

  const writeOffline = ({ name }: Write, trial: Trial, why: unknown): Trial => {
    if (!changesNothing(trial)) {
      const wait = waits(name, why)
      if (keepForLater === undefined || !trial.canWait || wait.kind !== 'network') throw wait
      storeHere(trial, keepForLater)
    }
    return trial
  }

  /** For what stores nothing: a server that has no room to answer is as good as none, and the copy answers. */
  const hasMoved = (client: TeamClient): Promise<boolean> =>
    sending.moves(client).catch((error: unknown) => {
      if (failureOf(error).isRefusal) throw error
      return false
    })

  /** What was stored, or need not be; undefined: a colleague was faster. */
  const runOnce = async (write: Write): Promise<Trial | undefined> => {
    const at = sending.position()
    const trial = tryOut(write.run, signer())
    const asksNobody = changesNothing(trial) && trial.reads.length === 0
    if (asksNobody || isBroken(trial.outcome)) return trial
    let client: TeamClient
    try {
      client = await reach()
    } catch (error) {
      return writeOffline(write, trial, error)
    }
    await sending.settle(client)
    // The rows that it was tried on have changed already.
    if (sending.position() !== at) return undefined
    const isDone = changesNothing(trial) ? !(await hasMoved(client)) : await sending.store(client, write, trial)
    return isDone ? trial : undefined
  }

  const writeNow = async (write: Write): Promise<Trial> => {
    for (let runs = 0; runs < RUNS_BEFORE_A_TURN; runs += 1) {
      const done = await runOnce(write)
      if (done !== undefined) return done
    }
    const client = await reach()
    return sending.storeInTurn(client, write, () => tryOut(write.run, signer()))
  }

  /** A lost answer to the write itself is asked for: whatever else is lost, nothing was stored. */
  const inWords = (error: unknown): unknown => {
    if (error instanceof ConnectionLostError) return notStored(error)
    return serverError(error) === null ? error : failureOf(error).error
  }

  return async (write: Write): Promise<unknown> =>
    finish(
      await writeNow(write).catch((error: unknown) => {
        throw inWords(error)
      }),
    )
}
