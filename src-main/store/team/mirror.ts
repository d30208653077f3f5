// The parts of a mirror that its ways to become current share: the file, the tables, and where PostgreSQL is.
import type { Database } from 'better-sqlite3'
import { processMonotonicMs } from '../../base/clock.ts'
import type { BrandRows } from '../db.ts'
import type { TeamSession } from './client.ts'
import type { Place } from './mirror-state.ts'
import type { NamedTable } from './shared-tables.ts'

export type Mirror = {
  readonly teamId: string
  /** A connection to core.db that nothing else uses: no capture, no foreign keys, temporary tables on disk. */
  readonly core: Database
  readonly shared: readonly NamedTable[]
  readonly brandRows: BrandRows
}

/** The newest commit of the team, and what it remembers of the mirror's position. */
export type Head = Place & {
  readonly login: string
  /** Of the commit at the mirror's position; null: it is not there, or not any more. */
  readonly hereTag: string | null
  /** Whether the commit after the mirror's position is still there. */
  readonly hasNext: boolean
  /** The server's time minus `processMonotonicMs`. */
  readonly clockOffsetMs: number
}

const HEAD = `SELECT h.no AS position, newest.id AS tag, session_user::text AS login, here.id AS "hereTag",
    EXISTS (SELECT FROM agency_desk.commit WHERE no = $1 + 1) AS "hasNext",
    extract(epoch FROM clock_timestamp())::double precision * 1000 AS "serverMs"
  FROM agency_desk.head h LEFT JOIN agency_desk.commit newest ON newest.no = h.no
    LEFT JOIN agency_desk.commit here ON here.no = $1`

/** As the server answers. */
export type HeadAnswer = Omit<Head, 'clockOffsetMs'> & { readonly serverMs: number }

export const headFrom = ({ serverMs, ...known }: HeadAnswer, askedAtMs: number): Head => ({
  ...known,
  clockOffsetMs: serverMs - (askedAtMs + processMonotonicMs()) / 2,
})

export const headOf = async (session: TeamSession, here: number, plan?: string): Promise<Head> => {
  const askedAtMs = processMonotonicMs()
  const [answer] = await session.query<HeadAnswer>(HEAD, [here], plan)
  if (answer === undefined) throw new Error('The team has no head.')
  return headFrom(answer, askedAtMs)
}

/** A server that was restored from an older copy, or one that took over and had not received all. */
export const isOtherHistory = (place: Place | null, head: Head): boolean =>
  place !== null &&
  (head.position < place.position || (place.position > 0 && head.hereTag !== null && head.hereTag !== place.tag))

/** What the mirror lacks: nothing, the changes since its position, or everything. */
export const lackOf = (place: Place | null, head: Head): 'nothing' | 'changes' | 'all' => {
  if (place === null || head.position < place.position) return 'all'
  // Also where changes are not kept any more.
  if (place.position > 0 && head.hereTag !== place.tag) return 'all'
  if (head.position === place.position) return 'nothing'
  return head.hasNext ? 'changes' : 'all'
}

export const brandIds = ({ core }: Mirror): string[] => core.prepare<[], string>('SELECT id FROM brand').pluck().all()

/** Within a transaction; what the desk has alone in the same tables stays. */
export const deleteShared = ({ core, shared }: Mirror): void => {
  for (const { name, isSharedIf } of shared)
    core.exec(`DELETE FROM ${name}${isSharedIf === undefined ? '' : ` WHERE ${isSharedIf} = 1`}`)
}
