// The desk's one connection to its team: opened again when it is lost, with pauses that grow, and never in a loop where
// the answer is no. It tells when to catch up: a colleague's commit, half a minute, a new connection.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { processMonotonicMs } from '../../base/clock.ts'
import { parseAddress } from './address.ts'
import { serverError } from './client.ts'
import { type Failure, failureOf } from './connection-errors.ts'
import { createLockPatience } from './end-blockers.ts'
import type { Head } from './mirror.ts'
import { type DeskSession, openSession } from './session.ts'
import type { TeamAccess, TeamState } from './state.ts'
import { between, createWakes } from './wakes.ts'

export type ConnectionState = Omit<TeamState, 'position'>

export type TeamConnection = {
  /** Throws `network`, or why the team refused, where there is none now. */
  readonly session: () => DeskSession
  /** Tries at once, and waits for one at most so long. */
  readonly connected: (withinMs: number) => Promise<DeskSession>
  readonly state: () => ConnectionState
  /** What the server said of itself. */
  readonly heard: (answer: Pick<Head, 'position' | 'clockOffsetMs'>) => void
  /** The mirror could not be brought up to date. Where the server will not answer otherwise, the connection ends. */
  readonly failed: (error: unknown) => void
  /** The mirror is up to date. */
  readonly succeeded: () => void
  /** The person's own doing: asks again after a refusal. */
  readonly retry: () => void
  readonly close: () => Promise<void>
}

type Options = {
  readonly access: TeamAccess
  /** Of the mirror. */
  readonly position: () => number
  readonly onState: (state: ConnectionState) => void
  /** The mirror may be behind. */
  readonly onWake: () => void
  /** The team says that this person is not in it any more. */
  readonly onRemoved?: () => void
}

const FIRST_PAUSE_MS = 500
/** PostgreSQL's code for a statement that needs a right which this login does not have. */
const NO_RIGHT = '42501'
const LONGEST_PAUSE_MS = 30_000
/** An admin may have updated the team, or repaired its database. */
const STORAGE_PAUSE_MS = 300_000

/** About as long as there was none so far: tries that somebody waits for do not put off the next one. */
const pauseAfter = (failure: Failure, withoutMs: number): number => {
  if (!failure.isRefusal) return between(0.5, 1.5) * Math.min(Math.max(FIRST_PAUSE_MS, withoutMs), LONGEST_PAUSE_MS)
  return failure.error.kind === 'storage' ? STORAGE_PAUSE_MS : Number.POSITIVE_INFINITY
}

/** Without one the keychain was locked or emptied; a socket of this machine may need none. */
const assertPassword = ({ url, password }: TeamAccess): void => {
  if (password !== '' || parseAddress(url).host.startsWith('/')) return
  throw new DeskError(
    'keychain',
    "The keychain holds no password of the team's database. Sign in again (Settings, Team), or run `desk team sign-in`.",
  )
}

const offline = (): DeskError =>
  new DeskError('network', "The team's database is not connected yet. Try again in a moment.")

/** A removal may end while the desk connects. Rights go before the login: a new connection tells which it was. */
const openFor = (access: TeamAccess, position: () => number): Promise<DeskSession> =>
  openSession(access, position()).catch((error: unknown) => {
    if (serverError(error)?.code !== NO_RIGHT) throw error
    return openSession(access, position())
  })

export const createConnection = ({ access, position, onState, onWake, onRemoved }: Options): TeamConnection => {
  let session: DeskSession | undefined
  let isClosed = false
  let withoutSinceMs = processMonotonicMs()
  let trying: Promise<void> | undefined
  let next: NodeJS.Timeout | undefined
  let refusal: DeskError | undefined
  let state: ConnectionState = {
    connection: 'connecting',
    sinceMs: Date.now(),
    error: null,
    serverVersion: null,
    head: null,
    clockOffsetMs: null,
    role: null,
    login: '',
    deskNo: access.deskNo,
  }

  const change = (changed: Partial<ConnectionState>) => {
    const isNew = changed.connection !== undefined && changed.connection !== state.connection
    state = { ...state, ...changed, ...(isNew ? { sinceMs: Date.now() } : {}) }
    onState(state)
  }

  const wakes = createWakes({ position, onWake, isConnected: () => session !== undefined })

  const failed = (failure: Failure) => {
    refusal = failure.isRefusal ? failure.error : undefined
    change({ connection: failure.isRefusal ? 'refused' : 'offline', error: failure.error.toValue() })
    const pauseMs = pauseAfter(failure, processMonotonicMs() - withoutSinceMs)
    if (Number.isFinite(pauseMs) && !isClosed) next = setTimeout(() => void attempt(), pauseMs).unref()
  }

  const lose = () => {
    session = undefined
    withoutSinceMs = processMonotonicMs()
  }

  const drop = (opened: DeskSession, failure: Failure) => {
    lose()
    failed(failure)
    opened.destroy()
  }

  const patient = createLockPatience(access)

  /** A person who was removed learns of it by the answer to whatever is asked next. */
  const watched = (opened: DeskSession): DeskSession => {
    const watch = (error: unknown): never => {
      const failure = failureOf(error)
      if (failure.isRemoved && session !== undefined) {
        drop(opened, failure)
        // A new connection tells whether the person was removed, or is not known.
        void attempt()
      }
      throw error
    }
    return {
      ...opened,
      query: (...asked) => patient(opened, () => opened.query<never>(...asked)).catch(watch),
      transaction: (work, begin) => patient(opened, () => opened.transaction(work, begin)).catch(watch),
    }
  }

  const use = (raw: DeskSession) => {
    const opened = watched(raw)
    session = opened
    refusal = undefined
    opened.onEnd(() => {
      if (session !== opened) return
      lose()
      if (!isClosed) failed(failureOf(null))
    })
    opened.onNotification((payload) => {
      wakes.byNotice(Number(payload) > position())
    })
    const { serverVersion, role, login, deskNo } = opened
    change({ connection: 'connected', error: null, serverVersion, role, login, deskNo })
    onWake()
    // What was named a moment before this desk listened names the commits of that time for it, too.
    wakes.byNotice(false)
  }

  const tryOnce = async (): Promise<void> => {
    try {
      assertPassword(access)
      const opened = await openFor(access, position)
      if (isClosed) await opened.close()
      else use(opened)
    } catch (error) {
      const failure = failureOf(error)
      failed(failure)
      if (failure.isRemoved) onRemoved?.()
    }
  }

  const attempt = (): Promise<void> => {
    clearTimeout(next)
    if (session !== undefined || isClosed) return Promise.resolve()
    trying ??= tryOnce().finally(() => {
      trying = undefined
    })
    return trying
  }

  const now = (): DeskSession => {
    if (session !== undefined) return session
    throw refusal ?? (state.error === null ? offline() : new DeskError('network', state.error.message))
  }

  void attempt()
  return {
    session: now,
    connected: async (withinMs) => {
      const until = processMonotonicMs() + withinMs
      while (session === undefined && refusal === undefined && !isClosed && processMonotonicMs() < until) {
        const leftMs = until - processMonotonicMs()
        await Promise.race([attempt(), new Promise((resolve) => setTimeout(resolve, leftMs).unref())])
        if (session === undefined) await new Promise((resolve) => setTimeout(resolve, Math.min(200, leftMs)))
      }
      return now()
    },
    state: () => state,
    heard: ({ position: head, clockOffsetMs }) => change({ head, clockOffsetMs }),
    failed: (error) => {
      const failure = failureOf(error)
      if (session === undefined) return
      if (!failure.isRefusal || error instanceof DeskError) return change({ error: failure.error.toValue() })
      drop(session, failure)
      // Rights go before the login: a new connection tells whether the person was removed.
      if (failure.error.kind === 'forbidden') void attempt()
    },
    succeeded: () => {
      if (session !== undefined && state.error !== null) change({ error: null })
    },
    retry: () => void attempt(),
    close: async () => {
      isClosed = true
      clearTimeout(next)
      wakes.close()
      await trying
      await session?.close().catch(() => undefined)
    },
  }
}
