// Replies of the service between this desk and the team: kept while a dataset is fetched, stored together once it is whole.
import { gunzipSync, gzipSync } from 'node:zlib'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { FieldMap } from '../../../src-shared/service/fields.ts'
import type { OperationName } from '../../../src-shared/service/operations.ts'
import type { RawReply } from '../../../src-shared/service/read-reply.ts'
import { scrub } from '../../base/scrub.ts'
import type { WritableDb } from '../../store/db.ts'
import { replyInOurTerms } from '../../store/parse-reply.ts'
import type { CacheLink } from '../../store/team/cache-link.ts'
import { type Fetchable, readReplyPart, storeFetch, type TeamReply } from '../../store/team/fetches.ts'

/** The connection of this thread to the team. */
export const linkOf = ({ team }: WritableDb): CacheLink => {
  if (team === undefined) throw new DeskError('invalid', 'This desk is in no team.')
  return team
}

/** Replies of fetches under way, by the token of their claim; null: they were too many to keep for the team. */
const kept = new Map<string, TeamReply[] | null>()
const KEPT_BYTES_MAX = 64 * 1024 * 1024
const keptBytes = (): number =>
  [...kept.values()].flatMap((replies) => replies ?? []).reduce((sum, { body }) => sum + body.byteLength, 0)

/** Anything that looks like a key stays on this desk. */
const withoutKeys = (body: ArrayBuffer): Uint8Array => {
  const bytes = Buffer.from(body)
  return ['sk_', 'whsec_', 'earer', 'EARER'].some((mark) => bytes.includes(mark))
    ? Buffer.from(scrub(bytes.toString()))
    : bytes
}

/** In our names, units and signs where the service has other units: a desk of an earlier release knows names alone. */
const inOurUnits = (raw: RawReply): Pick<RawReply, 'body' | 'fields'> => {
  if (raw.readings === undefined) return raw
  return { body: new TextEncoder().encode(JSON.stringify(replyInOurTerms(raw))).buffer, fields: undefined }
}

type KeepArgs = RawReply & {
  readonly token: string
  readonly operation: OperationName
  readonly fetchedAtMs: number
  /** Of the period that was asked for. */
  readonly lastDay?: string | undefined
}

export const keepReply = (_db: WritableDb, { token, operation, fetchedAtMs, lastDay, ...raw }: KeepArgs): void => {
  const { body, fields } = inOurUnits(raw)
  const reply = {
    operation,
    fetchedAtMs,
    lastDay: lastDay ?? null,
    fields: fields === undefined ? null : JSON.stringify(fields),
    body: gzipSync(withoutKeys(body)),
  }
  const before = kept.get(token)
  const isTooMuch = before === null || keptBytes() + reply.body.byteLength > KEPT_BYTES_MAX
  kept.set(token, isTooMuch ? null : [...(before ?? []), reply])
}

export const forgetReplies = (_db: WritableDb, { token }: { readonly token: string }): void => void kept.delete(token)

type StoreArgs = Fetchable & { readonly token: string; readonly fetchedAtMs: number; readonly rows: number }

/** Ends the claim with the kept replies. False: another desk has the claim by now, or they were not kept. */
export const storeKept = async (db: WritableDb, args: StoreArgs): Promise<boolean> => {
  const replies = kept.get(args.token) === null ? null : (kept.get(args.token) ?? [])
  kept.delete(args.token)
  if (replies === null) return false
  return linkOf(db).use((client) => client.transaction((session) => storeFetch(session, { ...args, replies })))
}

export type PartArgs = Fetchable & { readonly part: number; readonly fetchedAtMs: number }
export type Part = RawReply & {
  readonly operation: string
  readonly fetchedAtMs: number
  readonly lastDay?: string
}

/** Twice what a reply of the service may have: other units and names make it longer. */
const UNPACKED_BYTES_MAX = 32 * 1024 * 1024

/** A colleague's row may say anything: a megabyte can unpack to a gigabyte. */
const unpacked = ({ body, fields }: Pick<TeamReply, 'body' | 'fields'>, { brandId, dataset }: Fetchable): RawReply => {
  try {
    const whole = new Uint8Array(gunzipSync(body, { maxOutputLength: UNPACKED_BYTES_MAX })).buffer
    // As keepReply wrote them.
    return { body: whole, ...(fields === null ? {} : { fields: JSON.parse(fields) as FieldMap }) }
  } catch {
    const message = `What a colleague's desk stored of ${dataset} for this brand is damaged or too large. It was not read; cached data stays. Refresh it to replace it.`
    throw new DeskError('bad-response', message, { brandId })
  }
}

/** One reply of a fetch, as the service sent it. */
export const replyPart = (db: WritableDb, args: PartArgs): Promise<Part | null> =>
  linkOf(db).use(async (client) => {
    const reply = await readReplyPart(client, args)
    if (reply === null) return null
    const { operation, fetchedAtMs, lastDay } = reply
    return { operation, fetchedAtMs, ...(lastDay !== null && { lastDay }), ...unpacked(reply, args) }
  })
