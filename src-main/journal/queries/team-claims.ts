// What is asked of PostgreSQL itself about sending. All times are the server's.
import type { TeamSession } from '../../store/team/client.ts'

/** The right of this desk to send one intent; `untilMs`: when it ends, unless it is renewed. */
export type GivenClaim = { readonly intentNo: number; readonly isLost: boolean; readonly untilMs: number }

const msOf = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::float8`

const NEXT = `SELECT intent_no::float8 AS no, is_lost, ${msOf('until')} AS until_ms
  FROM agency_desk.claim_next($1::text[], $2::float8, $3::bigint[])`

type NextArgs = { readonly brandId: string; readonly seconds: number; readonly except: readonly number[] }

/** Null: the brand has nothing to send, or another desk is sending for it. */
export const claimNext = async (
  client: TeamSession,
  { brandId, seconds, except }: NextArgs,
): Promise<GivenClaim | null> => {
  const [row] = await client.query(NEXT, [[brandId], seconds, [...except]])
  if (row === undefined) return null
  return { intentNo: Number(row.no), isLost: row.is_lost === true, untilMs: Number(row.until_ms) }
}

/** Until when it is this desk's now; null: it ended before, and is another desk's to take. */
export const renewClaim = async (
  client: TeamSession,
  { intentNo, seconds }: { readonly intentNo: number; readonly seconds: number },
): Promise<number | null> => {
  const sql = `SELECT ${msOf('agency_desk.renew($1::bigint, $2::float8)')} AS until_ms`
  const [row] = await client.query(sql, [intentNo, seconds])
  const untilMs = row?.until_ms
  return untilMs == null ? null : Number(untilMs)
}

export const giveBackClaim = async (
  client: TeamSession,
  { intentNo }: { readonly intentNo: number },
): Promise<null> => {
  await client.query('SELECT agency_desk.give_back($1::bigint)', [intentNo])
  return null
}

/** What its person called a desk; null: there is no desk of this number. */
export const deskName = async (
  client: TeamSession,
  { deskNo }: { readonly deskNo: number },
): Promise<string | null> => {
  const [row] = await client.query('SELECT name FROM agency_desk.desk WHERE no = $1::bigint', [deskNo])
  const name = row?.name
  return typeof name === 'string' ? name : null
}
