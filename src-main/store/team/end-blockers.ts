// What waits too long for a lock is asked again, while a second connection finds out who keeps the lock and ends that session
// (`agency_desk.end_blockers`): a colleague can keep one for as long as they like with a program of their own.
import { processMonotonicMs } from '../../base/clock.ts'
import { parseAddress } from './address.ts'
import { serverError, type TeamSession } from './client.ts'
import { openClient } from './open-client.ts'
import type { TeamAccess } from './state.ts'

const WITHIN_MS = 25_000

const isLockTimeout = (error: unknown): boolean => serverError(error)?.code === '55P03'

const endBlockers = async ({ url, password }: Pick<TeamAccess, 'url' | 'password'>, pid: number): Promise<void> => {
  const client = await openClient(parseAddress(url), password)
  try {
    await client.query('SELECT agency_desk.end_blockers($1)', [pid])
  } finally {
    client.destroy()
  }
}

/** Does `work` on the session; again, where a lock was not given in time. It changes nothing until it is done. */
export const createLockPatience =
  (access: Pick<TeamAccess, 'url' | 'password'>) =>
  async <Result>(session: TeamSession, work: () => Promise<Result>): Promise<Result> => {
    const ending = { isBegun: false, isOver: false }
    const untilMs = processMonotonicMs() + WITHIN_MS
    for (;;) {
      const isLast = ending.isOver || processMonotonicMs() > untilMs
      try {
        return await work()
      } catch (error) {
        if (!isLockTimeout(error) || isLast) throw error
        if (ending.isBegun) continue
        const [backend] = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
        ending.isBegun = true
        void endBlockers(access, backend?.pid ?? 0)
          .catch(() => undefined) // the lock is asked for again all the same
          .finally(() => {
            ending.isOver = true
          })
      }
    }
  }
