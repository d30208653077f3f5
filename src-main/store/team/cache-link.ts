// The connection of the thread that writes cache.db: days and replies are too big for the desk's one connection, on which
// writes wait. Opened when something is to be moved, closed after some seconds without use.
import { Mutex } from 'async-mutex'
import { parseAddress } from './address.ts'
import { serverError, type TeamClient } from './client.ts'
import { failureOf } from './connection-errors.ts'
import { createLockPatience } from './end-blockers.ts'
import { type OpenClient, openClient } from './open-client.ts'
import type { TeamAccess } from './state.ts'

type LinkClient = Pick<TeamClient, 'query' | 'transaction'>

export type CacheLink = {
  /** One piece of work at a time, so that nothing else is asked between its statements. What PostgreSQL refuses is a DeskError. */
  readonly use: <Result>(work: (client: LinkClient) => Promise<Result>) => Promise<Result>
  /** Ends the connection at once. */
  readonly close: () => void
}

const IDLE_MS = 10_000
const LIMITS = `SELECT set_config('statement_timeout', '60s', false), set_config('lock_timeout', '5s', false),
  set_config('idle_in_transaction_session_timeout', '10s', false)`

export const createCacheLink = ({ url, password }: Pick<TeamAccess, 'url' | 'password'>): CacheLink => {
  const patient = createLockPatience({ url, password })
  const turn = new Mutex()
  let client: OpenClient | undefined
  let idle: NodeJS.Timeout | undefined

  const open = async (): Promise<OpenClient> => {
    const opened = await openClient(parseAddress(url), password)
    opened.onEnd(() => {
      if (client === opened) client = undefined
    })
    client = opened
    await opened.query(LIMITS)
    return opened
  }
  const close = (): void => {
    clearTimeout(idle)
    client?.destroy()
    client = undefined
  }

  /** What went wrong in PostgreSQL or on the way to it, for the person. */
  const asked = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    try {
      return await ask()
    } catch (error) {
      // What is left of a broken connection is of no use.
      if (serverError(error) === null) close()
      throw failureOf(error).error
    }
  }

  /** A failure of the work between its statements, such as a damaged cache, stays what it is. */
  const guarded = (opened: OpenClient): LinkClient => ({
    query: (...statement) => asked(() => patient(opened, () => opened.query(...statement))),
    transaction: (work) => asked(() => patient(opened, () => opened.transaction(work))),
  })

  const use: CacheLink['use'] = (work) =>
    turn.runExclusive(async () => {
      clearTimeout(idle)
      try {
        return await work(guarded(client ?? (await asked(open))))
      } finally {
        idle = setTimeout(close, IDLE_MS).unref()
      }
    })
  return { use, close }
}
