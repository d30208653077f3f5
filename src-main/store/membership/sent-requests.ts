// The service goes on counting when a desk becomes one of a team or leaves it, so the requests of the last minute go along. They
// go as ages: the clocks of a desk and of PostgreSQL may differ.
import type { SentRequest } from '../tables.ts'
import type { TeamSession } from '../team/client.ts'

/** Needs a session of this desk. */
export const bringSlots = async (session: TeamSession, sent: readonly SentRequest[]): Promise<void> => {
  if (sent.length === 0) return
  const buckets = sent.map(({ bucket }) => bucket)
  const ages = sent.map(({ msAgo }) => msAgo)
  await session.query('SELECT agency_desk.bring_slots($1::text[], $2::bigint[])', [buckets, ages])
}

/** What the service counts now, of all desks of the team. */
export const slotsOfTeam = async (session: TeamSession): Promise<readonly SentRequest[]> => {
  const rows = await session.query<{ bucket: string; age: number }>(
    'SELECT bucket, ms_ago::float8 AS age FROM agency_desk.slots_in_use()',
  )
  return rows.map(({ bucket, age }) => ({ bucket, msAgo: age }))
}
