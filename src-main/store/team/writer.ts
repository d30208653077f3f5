// Writes in a team. One is tried on the mirror and sent, and those that wait behind it as far as they can be stored in the same
// commit; if a colleague changed what they read or changed, they run again on the mirror as it is then, and at last while nobody
// else writes. Those that were refused together go one by one. What changes rows of this desk alone asks nobody.
import type { Database } from 'better-sqlite3'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { type Changes, changeRows, inMirror } from './apply.ts'
import { ConnectionLostError, serverError, type TeamClient } from './client.ts'
import { failureOf, notStored } from './connection-errors.ts'
import { createSending, type SendingOptions, type Write } from './sending.ts'
import type { Signer } from './signed.ts'
import { changesNothing, createTrial, type Outcome, type Trial, type Trials } from './trial.ts'

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

type Writes = readonly [Write, ...Write[]]
/** What came of the first writes. `alone`: so many behind these go one by one. */
type Result = { readonly outcomes: readonly Outcome[]; readonly alone: number }

const ended = (...outcomes: readonly Outcome[]): Result => ({ outcomes, alone: 0 })

/** What depends on rows that its caller read before goes alone. */
const groupOf = ([first, ...others]: Writes): Writes => {
  const alone = [first, ...others].findIndex(({ readPosition }) => readPosition !== undefined)
  return [first, ...(alone < 0 ? others : others.slice(0, Math.max(0, alone - 1)))]
}

/** Something other than the rows was in the way. */
const isBroken = (outcome: Outcome): boolean => 'error' in outcome && !(outcome.error instanceof DeskError)

export const createTeamWriter = (options: WriterOptions) => {
  const { core, mirror, shared, reach, signer, waits, keepForLater } = options
  const tryOut = createTrial(core, mirror, shared)
  const sending = createSending(options)

  const storeHere = (trial: Trial, keep: (changes: Changes) => void): void =>
    inMirror(mirror, () => {
      changeRows(mirror, shared, trial.shared)
      changeRows(mirror, trial.own.tables, trial.own.changes)
      keep(trial.shared)
    })

  const writeOffline = ({ name }: Write, trial: Trial, why: unknown): Outcome => {
    if (!changesNothing(trial)) {
      const wait = waits(name, why)
      if (keepForLater === undefined || !trial.canWait || wait.kind !== 'network') return { error: wait }
      storeHere(trial, keepForLater)
    }
    return trial.outcome
  }

  /** For what stores nothing: a server that has no room to answer is as good as none, and the copy answers. */
  const hasMoved = (client: TeamClient): Promise<boolean> =>
    sending.moves(client).catch((error: unknown) => {
      if (failureOf(error).isRefusal) throw error
      return false
    })

  /** A lost answer to the write itself is asked for: whatever else is lost, nothing was stored. */
  const inWords = (error: unknown): unknown => {
    if (error instanceof ConnectionLostError) return notStored(error)
    return serverError(error) === null ? error : failureOf(error).error
  }

  const storeTogether = async (client: TeamClient, writes: Writes, trials: Trials): Promise<Result | 'again'> => {
    try {
      const answer = await sending.storeTogether(client, writes.slice(0, trials.length), trials)
      if (answer === 'refused') return { outcomes: [], alone: trials.length }
      return answer === 'again' ? answer : ended(...trials.map(({ outcome }) => outcome))
    } catch (error) {
      return ended(...trials.map(() => ({ error: inWords(error) })))
    }
  }

  /** `again`: a colleague was faster. */
  const runOnce = async (writes: Writes): Promise<Result | 'again'> => {
    const at = sending.position()
    const [write, ...others] = writes
    const trials = tryOut([write.run, ...others.map(({ run }) => run)], signer())
    const [trial] = trials
    const asksNobody = changesNothing(trial) && trial.reads.length === 0
    if (asksNobody || isBroken(trial.outcome)) return ended(trial.outcome)
    let client: TeamClient
    try {
      client = await reach()
    } catch (error) {
      return { outcomes: [writeOffline(write, trial, error)], alone: trials.length - 1 }
    }
    await sending.settle(client)
    // The rows that they were tried on have changed already.
    if (sending.position() !== at) return 'again'
    if (trials.length > 1) return storeTogether(client, writes, trials)
    const isDone = changesNothing(trial) ? !(await hasMoved(client)) : await sending.store(client, write, trial)
    return isDone ? ended(trial.outcome) : 'again'
  }

  const writeNow = async (writes: Writes): Promise<Result> => {
    for (let runs = 0; runs < RUNS_BEFORE_A_TURN; runs += 1) {
      const result = await runOnce(writes)
      if (result !== 'again') return result
    }
    const [write] = writes
    const trial = await sending.storeInTurn(await reach(), write, () => tryOut([write.run], signer())[0])
    return ended(trial.outcome)
  }

  /** In this order; never rejects. */
  return async (writes: readonly Write[]): Promise<void> => {
    let aloneUntil = 0
    for (let at = 0; at < writes.length; ) {
      const [first, ...others] = writes.slice(at)
      if (first === undefined) return
      const group = at < aloneUntil ? ([first] as const) : groupOf([first, ...others])
      const { outcomes, alone } = await writeNow(group).catch((error: unknown) => ended({ error: inWords(error) }))
      for (const [no, outcome] of outcomes.entries()) group[no]?.done(outcome)
      at += outcomes.length
      aloneUntil = Math.max(aloneUntil, at + alone)
    }
  }
}
