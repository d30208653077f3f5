// What rests for the whole team because the service asked one desk to wait. Only an admin may ask.
import { toInstant } from '../../base/clock.ts'
import type { TeamSession } from '../../store/team/client.ts'

type Pause = {
  readonly no: number
  readonly operation: string | null
  readonly until: string
  readonly login: string | null
}

const PAUSES = `SELECT no, nullif(operation, '') AS operation, login, floor(extract(epoch FROM until) * 1000)::bigint AS "untilMs"
  FROM agency_desk.pauses() ORDER BY until DESC, no`

export const listPauses = async (session: TeamSession, _args: Record<string, never>): Promise<Pause[]> => {
  const rows = await session.query<Omit<Pause, 'until'> & { readonly untilMs: number }>(PAUSES)
  return rows.map(({ untilMs, ...pause }) => ({ ...pause, until: toInstant(untilMs) }))
}

/** The desks that wait ask for slots again within seconds. */
export const liftPause = async (session: TeamSession, { no }: { readonly no: number }): Promise<null> => {
  await session.query('SELECT agency_desk.lift_pause($1::bigint)', [no])
  return null
}
