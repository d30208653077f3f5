// What a desk sent of late, for a team that it joins, and what its team sent, for a desk that leaves.
import type { Database } from 'better-sqlite3'
import type { SentRequest } from '../../store/tables.ts'
import type { LimiterInstant } from './limiter-windows.ts'

/** A request written before a crash may have reached the service a little later than its stamp says. */
const CRASH_GRACE_MS = 1_000
const COUNTS_MS = 60_100 + CRASH_GRACE_MS

/** Of one key for an account; of an account for whichever key. */
const nameIn = (scope: string, bucket: string): string => {
  const [owner = '', operation] = bucket.split(' ')
  if (operation === undefined || owner === 'any') return bucket
  const isOfAccount = owner.startsWith('account:')
  if (scope === 'account') return isOfAccount ? bucket : `account:${owner.split(':')[0]} ${operation}`
  return isOfAccount ? `any ${operation}` : bucket
}

/** What shares a limit, as the profile in a core.db says. */
export type LimitScope = (core: Database) => string
type SentArgs = { readonly nowMs: number; readonly under?: Database }

const OF_REAL_BRANDS = `SELECT bucket, at_ms AS atMs FROM limiter_window
  WHERE bucket NOT GLOB 'demo:*' AND bucket NOT GLOB 'account:demo *'`

/** A team has no brands of the demo. `under`: the core.db whose profile says what shares a limit. */
export const createSentRequests =
  (limitScope: LimitScope) =>
  (core: Database, { nowMs, under = core }: SentArgs): SentRequest[] => {
    const scope = limitScope(under)
    return core
      .prepare<[], LimiterInstant>(OF_REAL_BRANDS)
      .all()
      .map(({ bucket, atMs }) => ({ bucket: nameIn(scope, bucket), msAgo: Math.max(0, nowMs - atMs) }))
      .filter(({ msAgo }) => msAgo < COUNTS_MS)
      .map(({ bucket, msAgo }) => ({ bucket, msAgo: Math.floor(msAgo - CRASH_GRACE_MS) }))
  }

/** In the place of what was stored before this desk was in the team. Null: not known, so nothing is sent for a minute. */
export const keepSent = (core: Database, sent: readonly SentRequest[] | null, nowMs: number): void => {
  const insert = core.prepare('INSERT INTO limiter_window (bucket, at_ms) VALUES (?, ?)')
  core.transaction(() => {
    core.exec('DELETE FROM limiter_window')
    for (const { bucket, msAgo } of sent ?? [{ bucket: 'any', msAgo: 0 }]) insert.run(bucket, Math.trunc(nowMs - msAgo))
  })()
}
