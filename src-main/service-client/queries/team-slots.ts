// The slots of a limit that all desks of a team share. All times are PostgreSQL's.
import type { TeamSession } from '../../store/team/client.ts'

export type TakeSlots = {
  readonly bucket: string
  readonly limit: number
  readonly wanted: number
  /** Each request ends within this time. */
  readonly deadlineMs: number
  /** Earlier slots of this desk whose requests ended so many milliseconds ago. */
  readonly ended: readonly { readonly no: number; readonly agoMs: number }[]
  /** Earlier slots of this desk that no request used. */
  readonly unused: readonly number[]
}

const TAKE = `SELECT slots, wait_ms::float8 AS wait_ms
  FROM agency_desk.take_slots($1, $2::bigint, $3::bigint, $4::bigint, $5::bigint[], $6::bigint[], $7::bigint[])`

/** Up to as many as wanted; none: how long to wait at least. */
export const takeSlots = async (
  client: TeamSession,
  { bucket, limit, wanted, deadlineMs, ended, unused }: TakeSlots,
): Promise<{ readonly slots: readonly number[]; readonly waitMs: number }> => {
  const endedNos = ended.map(({ no }) => no)
  const endedMs = ended.map(({ agoMs }) => Math.round(agoMs))
  const values = [bucket, limit, wanted, deadlineMs, endedNos, endedMs, [...unused]]
  const [row] = await client.query(TAKE, values)
  const slots = Array.isArray(row?.slots) ? row.slots.map(Number) : []
  return { slots, waitMs: Number(row?.wait_ms ?? 0) }
}

/** The service asked one desk to wait: all do. */
export const pauseBucket = async (
  client: TeamSession,
  { bucket, ms }: { readonly bucket: string; readonly ms: number },
): Promise<null> => {
  await client.query('SELECT agency_desk.pause_bucket($1, $2::bigint)', [bucket, Math.ceil(ms)])
  return null
}

/** Requests of the last minute, of all desks. */
export const slotsTaken = async (client: TeamSession, { bucket }: { readonly bucket: string }): Promise<number> => {
  const [row] = await client.query<{ taken: number }>('SELECT agency_desk.slots_taken($1)::float8 AS taken', [bucket])
  return Number(row?.taken ?? 0)
}
