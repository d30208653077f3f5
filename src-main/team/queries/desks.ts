import { toInstant } from '../../base/clock.ts'
import type { TeamClient } from '../../store/team/client.ts'

type DeskRow = {
  readonly no: number
  readonly name: string
  readonly login: string
  readonly lastSeenMs: number
  readonly keysOf: readonly string[]
}
export type ListedDesk = Omit<DeskRow, 'lastSeenMs' | 'keysOf'> & {
  readonly lastSeenAt: string
  readonly keysOf: string[]
}

const DESKS = `SELECT no, name, login, floor(extract(epoch FROM last_seen) * 1000)::bigint AS "lastSeenMs",
    ARRAY(SELECT brand_id FROM agency_desk.desk_key WHERE desk_no = no ORDER BY brand_id) AS "keysOf"
  FROM agency_desk.desk
  WHERE login NOT IN (SELECT login FROM agency_desk.person WHERE removed_at_ms IS NOT NULL)
  ORDER BY no`

/** The desks of people in the team, with the brands that this person sees of those whose keys they hold. */
export const listDesks = async (client: TeamClient, _args: Record<string, never>): Promise<ListedDesk[]> => {
  const rows = await client.query<DeskRow>(DESKS)
  return rows.map(({ lastSeenMs, keysOf, ...desk }) => ({
    ...desk,
    keysOf: [...keysOf],
    lastSeenAt: toInstant(lastSeenMs),
  }))
}
