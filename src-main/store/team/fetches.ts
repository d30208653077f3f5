// Who of the team asks the service for what, and what the last one got: a dataset of a brand is fetched once for all desks.
import type { TeamSession } from './client.ts'

/** A lease of the server's clock; renewed while the fetch goes on. */
export const FETCH_LEASE_SECONDS = 60

export type Fetchable = { readonly brandId: string; readonly dataset: string; readonly slice: string }

export type FetchAnswer =
  /** What the team has is new enough; for a desk without a key: all that there is. */
  | { readonly answer: 'fresh'; readonly fetchedAtMs: number; readonly rows: number }
  /** This desk asks the service. Without a token it keeps what it gets for itself. */
  | { readonly answer: 'fetch'; readonly token: string | null }
  /** Another desk is fetching, for that long at least unless it ends sooner. */
  | { readonly answer: 'busy'; readonly waitMs: number }
  | { readonly answer: 'none' }

export type ClaimFetchArgs = Fetchable & {
  /** A fetch that began longer ago is too old. */
  readonly maxAgeSeconds: number
  /** False: this desk has no key of the brand. */
  readonly mayFetch: boolean
}

type ClaimRow = {
  readonly answer: FetchAnswer['answer']
  readonly token: string | null
  readonly waitMs: number | null
  readonly fetchedAtMs: number | null
  readonly rows: number | null
}
const CLAIM = `SELECT answer, token, wait_ms AS "waitMs", fetched_at_ms AS "fetchedAtMs", rows
  FROM agency_desk.claim_fetch($1, $2, $3, $4, $5, $6)`

export const claimFetch = async (session: TeamSession, args: ClaimFetchArgs): Promise<FetchAnswer> => {
  const { brandId, dataset, slice, maxAgeSeconds, mayFetch } = args
  const values = [brandId, dataset, slice, maxAgeSeconds, FETCH_LEASE_SECONDS, mayFetch]
  const [row] = await session.query<ClaimRow>(CLAIM, values)
  if (row?.answer === 'fetch') return { answer: 'fetch', token: row.token }
  if (row?.answer === 'busy') return { answer: 'busy', waitMs: Number(row.waitMs ?? 0) }
  if (row?.answer === 'fresh') return { answer: 'fresh', fetchedAtMs: Number(row.fetchedAtMs), rows: Number(row.rows) }
  return { answer: 'none' }
}

/** False: the lease had ended. */
export const renewFetch = async (session: TeamSession, { token }: { readonly token: string }): Promise<boolean> => {
  const sql = 'SELECT agency_desk.renew_fetch($1, $2) AS live'
  return (await session.query<{ live: boolean }>(sql, [token, FETCH_LEASE_SECONDS]))[0]?.live === true
}

/** Without a result: the next desk may try. */
export const endFetch = async (session: TeamSession, { token }: { readonly token: string }): Promise<void> =>
  void (await session.query('SELECT agency_desk.end_fetch($1)', [token]))

/**
 * A reply as the service sent it, compressed. `fields`: the names of its fields, as JSON; null: the service's own. `lastDay`: of
 * the period that was asked for; null: none was, or a desk of an earlier release asked.
 */
export type TeamReply = {
  readonly operation: string
  readonly fetchedAtMs: number
  readonly fields: string | null
  readonly lastDay: string | null
  readonly body: Buffer
}

const SAVE_REPLY = `INSERT INTO agency_desk.reply (brand_id, dataset, slice, part, operation, fetched_at_ms, fields, body, last_day)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

export type StoreFetchArgs = Fetchable & {
  readonly token: string
  readonly fetchedAtMs: number
  readonly rows: number
  readonly replies: readonly TeamReply[]
}

/** Ends the claim and replaces the replies, inside the caller's transaction. False: another desk has the claim by now. */
export const storeFetch = async (session: TeamSession, args: StoreFetchArgs): Promise<boolean> => {
  const { brandId, dataset, slice, token, fetchedAtMs, rows, replies } = args
  const sql = 'SELECT agency_desk.store_fetch($1, $2, $3) AS stored'
  const [outcome] = await session.query<{ stored: boolean }>(sql, [token, fetchedAtMs, rows])
  if (outcome?.stored !== true) return false
  for (const [part, reply] of replies.entries()) {
    const { operation, fields, body, lastDay } = reply
    const values = [brandId, dataset, slice, part, operation, reply.fetchedAtMs, fields, body, lastDay]
    await session.query(SAVE_REPLY, values)
  }
  return true
}

/** A reply of the service is smaller, packed even more so. */
const PACKED_BYTES_MAX = 16 * 1024 * 1024

const READ_REPLY = `SELECT r.operation, r.fetched_at_ms AS "fetchedAtMs", left(r.fields, 100000) AS fields,
    to_char(r.last_day, 'YYYY-MM-DD') AS "lastDay",
    CASE WHEN octet_length(r.body) <= ${PACKED_BYTES_MAX} THEN encode(r.body, 'base64') END AS body
  FROM agency_desk.reply r JOIN agency_desk.fetched f USING (brand_id, dataset, slice)
  WHERE r.brand_id = $1 AND r.dataset = $2 AND r.slice = $3 AND r.part = $4 AND f.fetched_at_ms = $5`

/** One reply of this fetch, with an empty body where it is too large; null: there are no more, or another fetch took its place. */
export const readReplyPart = async (
  session: TeamSession,
  { brandId, dataset, slice, part, fetchedAtMs }: Fetchable & { readonly part: number; readonly fetchedAtMs: number },
): Promise<TeamReply | null> => {
  const values = [brandId, dataset, slice, part, fetchedAtMs]
  const [row] = await session.query<Omit<TeamReply, 'body'> & { readonly body: string | null }>(READ_REPLY, values)
  if (row === undefined) return null
  return { ...row, fetchedAtMs: Number(row.fetchedAtMs), body: Buffer.from(row.body ?? '', 'base64') }
}

export type Fetched = Fetchable & { readonly fetchedAtMs: number }
export type FetchedSince = { readonly fetched: readonly Fetched[]; readonly now: number }

/** The clock of a server may jump, and a long transaction shows what it stored late. */
const OVERLAP_SECONDS = 120
const SINCE = `SELECT brand_id AS "brandId", dataset, slice, fetched_at_ms AS "fetchedAtMs" FROM agency_desk.fetched
  WHERE stored_at >= to_timestamp($1) - interval '${OVERLAP_SECONDS} seconds'`

/** What was fetched since an earlier answer's `now`; 0: all there is. */
export const fetchedSince = async (session: TeamSession, { since }: { since: number }): Promise<FetchedSince> => {
  const [clock] = await session.query<{ now: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 AS now')
  const fetched = await session.query<Fetched>(SINCE, [since])
  return { now: Number(clock?.now), fetched: fetched.map((row) => ({ ...row, fetchedAtMs: Number(row.fetchedAtMs) })) }
}

/** As long as a cache keeps days: past the longest history that a desk can keep filled. */
const KEPT_DAYS = 400

/**
 * Deletes the months that ended more than 400 days ago, and what nobody fetched since; returns how many months went. Only
 * an admin may; from others it deletes nothing.
 */
export const dropOldDays = async (session: TeamSession): Promise<number> => {
  const [person] = await session.query<{ may: boolean }>("SELECT agency_desk.is_at_least('admin') AS may")
  if (person?.may !== true) return 0
  const sql = 'SELECT agency_desk.drop_days_before((now() - make_interval(days => $1))::date) AS months'
  return Number((await session.query<{ months: number }>(sql, [KEPT_DAYS]))[0]?.months ?? 0)
}
