// The service goes on counting when a desk becomes one of a team or leaves it, so the requests of the last minute go along. They
// go as ages: the clocks of a desk and of PostgreSQL may differ.
import type { Database } from 'better-sqlite3'
import type { TeamSession } from '../team/client.ts'

type Instant = { readonly bucket: string; readonly atMs: number }
type Aged = { readonly bucket: string; readonly msAgo: number }

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

const scopeIn = (core: Database): string =>
  String(
    core.prepare("SELECT value ->> '$.limits.scope' FROM team_setting WHERE key = 'profile'").pluck().get() ?? 'key',
  )

/** Those of real brands: a team has none of the demo. `under`: the core.db whose profile says what shares a limit. */
export const sentRequests = (
  core: Database,
  { nowMs, under = core }: { readonly nowMs: number; readonly under?: Database },
): Aged[] => {
  const scope = scopeIn(under)
  return core
    .prepare<[], Instant>(
      "SELECT bucket, at_ms AS atMs FROM limiter_window WHERE bucket NOT GLOB 'demo:*' AND bucket NOT GLOB 'account:demo *'",
    )
    .all()
    .map(({ bucket, atMs }) => ({ bucket: nameIn(scope, bucket), msAgo: Math.max(0, nowMs - atMs) }))
    .filter(({ msAgo }) => msAgo < COUNTS_MS)
}

/** Needs a session of this desk. */
export const bringSlots = async (session: TeamSession, sent: readonly Aged[]): Promise<void> => {
  if (sent.length === 0) return
  const buckets = sent.map(({ bucket }) => bucket)
  const ages = sent.map(({ msAgo }) => Math.floor(msAgo - CRASH_GRACE_MS))
  await session.query('SELECT agency_desk.bring_slots($1::text[], $2::bigint[])', [buckets, ages])
}

/** What the service counts now, of all desks of the team. */
export const slotsOfTeam = async (session: TeamSession): Promise<readonly Aged[]> => {
  const rows = await session.query<{ bucket: string; age: number }>(
    'SELECT bucket, ms_ago::float8 AS age FROM agency_desk.slots_in_use()',
  )
  return rows.map(({ bucket, age }) => ({ bucket, msAgo: age }))
}

/** In the place of what was stored before this desk was in the team. Null: not known, so nothing is sent for a minute. */
export const keepSent = (core: Database, sent: readonly Aged[] | null, nowMs: number): void => {
  const insert = core.prepare('INSERT INTO limiter_window (bucket, at_ms) VALUES (?, ?)')
  core.transaction(() => {
    core.exec('DELETE FROM limiter_window')
    for (const { bucket, msAgo } of sent ?? [{ bucket: 'any', msAgo: 0 }]) insert.run(bucket, Math.trunc(nowMs - msAgo))
  })()
}
