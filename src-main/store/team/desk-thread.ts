// The team's side of the thread that writes core.db: its connection to PostgreSQL, the mirror, and the order of what happens.
// One thing at a time: a write with its answer, a catch-up, a question of a room; leases alone are renewed beside them. None
// holds a lock of core.db while it waits for the network.
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { DAY_MS, processMonotonicMs } from '../../base/clock.ts'
import { copyCore } from '../backup.ts'
import { forgetBrands } from '../brand-removal.ts'
import { openToAdd } from '../connection.ts'
import type { NoticeMessage, TeamMessage } from '../rpc.ts'
import { asStorageError } from '../storage-error.ts'
import type { ReadPosition } from '../store.ts'
import type { StoreTables } from '../tables.ts'
import { inMirror } from './apply.ts'
import { createCatchUp } from './catch-up.ts'
import { changesOf } from './changes-of.ts'
import { serverError, type TeamClient } from './client.ts'
import { type ConnectionState, createConnection } from './connection.ts'
import { failureOf } from './connection-errors.ts'
import { createLeaseConnection } from './lease-connection.ts'
import { brandIds, deleteShared, type Mirror } from './mirror.ts'
import { placeIn } from './mirror-state.ts'
import { notTaken } from './notices.ts'
import { keepForLater, keptChanges } from './offline-changes.ts'
import { refusalOf } from './refusal.ts'
import type { Write } from './sending.ts'
import type { Mirrored, TeamAccess } from './state.ts'
import { withSureCommits } from './sure-commit.ts'
import type { Outcome } from './trial.ts'
import { createTeamWriter } from './writer.ts'

// What a person reads about a write that has to wait for PostgreSQL: what waits, and since when nobody answers.

const timeOf = (ms: number): string => {
  const at = new Date(ms)
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  if (Date.now() - ms < DAY_MS) return time
  return `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}, ${time}`
}

/** `waits` names what waits by the write's name, at the begin of a sentence. */
const createWaits =
  (waits: Readonly<Record<string, string>>, state: () => Pick<ConnectionState, 'sinceMs'>) =>
  (write: string, why: unknown): DeskError => {
    // Waiting would not help: the team refuses this desk.
    if (why instanceof DeskError && why.kind !== 'network') return why
    const what = waits[write] ?? 'This change'
    const since = timeOf(state().sinceMs)
    return new DeskError(
      'network',
      `${what} waits for the team's database, which has not been reachable since ${since}. Nothing was stored.`,
    )
  }

// A person who was removed from the team keeps nothing of it on this desk: the rows leave core.db at once, the rest (cache,
// backups, exports) like that of removed brands. Drafts and settings of the desk alone stay.

type Forgotten = {
  readonly mirrored: Mirrored
  /** Changes made without a connection that nobody gets any more. */
  readonly dropped: number
}

export const forgetTeam = (mirror: Mirror): Forgotten => {
  const { core, shared, brandRows } = mirror
  const lostBrandIds = brandIds(mirror)
  const dropped = keptChanges(core).length
  inMirror(core, () => {
    forgetBrands(core, brandRows, lostBrandIds)
    deleteShared(mirror)
    core.exec('DELETE FROM mirror_state; DELETE FROM offline_change; DELETE FROM bad_row')
  })
  const tables = Object.fromEntries(shared.map(({ name }) => [name, null]))
  const changes = changesOf(shared, tables)
  return { mirrored: { position: 0, tables, changes, numbers: {}, isFresh: true, lostBrandIds }, dropped }
}

export type DeskThreadOptions = {
  readonly access: TeamAccess
  readonly coreFile: string
  readonly backupsFolder: string
  /** The connection on which write functions run. */
  readonly core: Database
  readonly tables: Pick<StoreTables, 'team' | 'brandRows'>
  readonly post: (message: TeamMessage | NoticeMessage) => void
}

type Job<Result> = () => Promise<Result>

const RECONNECT_WITHIN_MS = 3000
const JUST_LOST_MS = 5000
/** A write that waits for its answer is given up when the desk closes: the next start catches up with it. */
const CLOSE_WITHIN_MS = 3000

type QuestionDeps = {
  readonly access: TeamAccess
  readonly team: StoreTables['team']
  readonly mirror: Database
  readonly inOrder: <Result>(job: Job<Result>) => Promise<Result>
  readonly reach: () => Promise<TeamClient>
  readonly onAnother: <Result>(ask: (session: TeamClient) => Promise<Result>) => Promise<Result>
  readonly deskNo: () => number
}

/** What rooms ask PostgreSQL itself: in order, but for the renewals of leases, which have a connection of their own. */
const createQuestions = ({ access, team, mirror, inOrder, reach, onAnother, deskNo }: QuestionDeps) => {
  const queryBy = async (client: TeamClient, name: string, args: unknown): Promise<unknown> => {
    const ask = team.queries[name]
    if (ask === undefined) throw new Error(`The team knows no query "${name}".`)
    // Store types the arguments by the name.
    return ask(client, args as never)
  }
  const inWords = (error: unknown): never => {
    const refused = serverError(error)
    throw refused === null ? failureOf(error).error : refusalOf(refused, mirror, team.refusals)
  }
  const leases = createLeaseConnection({ access, deskNo })
  /** Where the server has no room for another connection, the first one is as good as it was. */
  const renew = async (name: string, args: unknown): Promise<unknown> => {
    try {
      return await leases.ask((client) => queryBy(client, name, args))
    } catch (error) {
      if (serverError(error) !== null) return inWords(error)
      return inOrder(async () => queryBy(await reach(), name, args)).catch(inWords)
    }
  }
  return {
    ask: (name: string, args: unknown): Promise<unknown> =>
      team.renewals.has(name)
        ? renew(name, args)
        : inOrder(async () => queryBy(withSureCommits(await reach(), { onAnother }), name, args)).catch(inWords),
    close: leases.close,
  }
}

export const openDeskThread = ({ access, coreFile, backupsFolder, core, tables, post }: DeskThreadOptions) => {
  const { teamId } = access
  const shared = tables.team.tables
  const mirror = openToAdd(coreFile, 'core', 'core-writer')
  const position = (): number => placeIn(mirror, teamId)?.position ?? 0

  let last: Promise<unknown> = Promise.resolve()
  /** The writes of the last job, until it begins. */
  let waiting: Write[] | undefined
  let isClosing = false
  const inOrder = <Result>(job: Job<Result>): Promise<Result> => {
    waiting = undefined
    const done = last.then(job)
    last = done.catch(() => undefined)
    return done
  }

  let isWakeWaiting = false
  /** One that has not begun yet brings what a later one would: notices come faster than a slow server answers. */
  const wakeOnce = (): void => {
    if (isWakeWaiting) return
    isWakeWaiting = true
    const begin = (): Promise<void> => {
      isWakeWaiting = false
      return wake()
    }
    void inOrder(begin).catch(() => undefined)
  }

  let triedOnce = (): void => undefined
  const firstTry = new Promise<void>((resolve) => {
    triedOnce = resolve
  })
  const connection = createConnection({
    access,
    position,
    onState: (state) => {
      if (state.connection !== 'connecting') triedOnce()
      post({ teamState: { ...state, position: position() } })
    },
    onWake: wakeOnce,
    onRemoved: () => void inOrder(forget).catch(() => undefined),
  })
  const team = { teamId, core: mirror, shared, brandRows: tables.brandRows }
  const forget = async (): Promise<void> => {
    const { mirrored, dropped } = forgetTeam(team)
    post({ mirrored })
    if (dropped > 0) post({ notice: notTaken(dropped) })
  }
  const catchUp = createCatchUp({
    ...team,
    onMirrored: (mirrored) => post({ mirrored }),
    heard: connection.heard,
    onNotice: (notice) => post({ notice }),
    backUp: () => copyCore(mirror, { folder: backupsFolder, takenAtMs: Date.now(), reason: 'other-history' }).path,
  })
  /** A connection that is lost again wakes this desk when it is back. */
  const wake = async (): Promise<void> => {
    if (isClosing) return
    try {
      await catchUp(connection.session())
      connection.succeeded()
    } catch (error) {
      connection.failed(asStorageError(error, dirname(coreFile)))
    }
  }

  const nowMs = (): number => {
    const { clockOffsetMs } = connection.state()
    return clockOffsetMs === null ? Date.now() : Math.round(processMonotonicMs() + clockOffsetMs)
  }

  /** A connection that was lost a moment ago is waited for; one that never was, or not for long, is not. */
  const waitMs = (): number => {
    const { connection: state, sinceMs, serverVersion } = connection.state()
    const isJustLost = state === 'offline' && serverVersion !== null && Date.now() - sinceMs < JUST_LOST_MS
    return isJustLost ? RECONNECT_WITHIN_MS : 0
  }

  const hasKept = mirror.prepare('SELECT 1 FROM offline_change LIMIT 1')
  const reach = async (): Promise<TeamClient> => {
    await firstTry
    const client = await connection.connected(waitMs())
    // A desk that has just joined has no rows to decide by, and what was stored here meanwhile is sent before anything new.
    if (placeIn(mirror, teamId) === null || hasKept.get() !== undefined) await catchUp(client)
    return client
  }

  const onAnother = async <Result>(ask: (session: TeamClient) => Promise<Result>): Promise<Result> =>
    ask(await connection.connected(RECONNECT_WITHIN_MS))

  const writeAll = createTeamWriter({
    teamId,
    core,
    mirror,
    shared,
    refusals: tables.team.refusals,
    reach,
    connected: connection.connected,
    catchUp,
    signer: () => ({ login: connection.state().login || loginOf(access.url), nowMs: nowMs() }),
    waits: createWaits(tables.team.waits, connection.state),
    keepForLater: (changes) => keepForLater(mirror, shared, changes, nowMs()),
  })

  /** Writes that nothing else waits between are one job: while one is stored, those behind it gather. */
  const writeInOrder = (write: Write): void => {
    if (waiting !== undefined) return void waiting.push(write)
    const writes = [write]
    void inOrder(() => {
      if (waiting === writes) waiting = undefined
      return writeAll(writes)
    })
    waiting = writes
  }

  /** The main thread compares by the position what it read: its own writes are no news to it. */
  let told = position()
  const tell = (): void => {
    if (position() === told) return
    told = position()
    post({ teamState: { ...connection.state(), position: told } })
  }

  const questions = createQuestions({
    access,
    team: tables.team,
    mirror,
    inOrder,
    reach,
    onAnother,
    deskNo: () => connection.state().deskNo,
  })

  return {
    write: async (name: string, run: () => unknown, readPosition?: ReadPosition): Promise<unknown> => {
      const outcome = await new Promise<Outcome>((done) => writeInOrder({ name, run, readPosition, done }))
      tell()
      if ('error' in outcome) throw outcome.error
      return outcome.value
    },
    query: questions.ask,
    close: async (): Promise<void> => {
      isClosing = true
      await Promise.race([last, setTimeout(CLOSE_WITHIN_MS, undefined, { ref: false })])
      questions.close()
      await connection.close()
      await last
      mirror.close()
    },
  }
}

export type DeskThread = ReturnType<typeof openDeskThread>

/** As the address names it: nobody else signs in with it. */
const loginOf = (url: string): string => decodeURIComponent(new URL(url).username)
