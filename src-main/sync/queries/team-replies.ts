// Replies of the service between this desk and the team: kept while a dataset is fetched, stored together once it is whole.
import { gunzipSync, gzipSync } from 'node:zlib'
import type { FieldMap } from '../../../src-shared/service/fields.ts'
import type { OperationName } from '../../../src-shared/service/operations.ts'
import type { RawReply } from '../../../src-shared/service/read-reply.ts'
import { scrub } from '../../base/scrub.ts'
import type { WritableDb } from '../../store/db.ts'
import { replyInOurTerms } from '../../store/parse-reply.ts'
import { type Fetchable, readReplyPart, storeFetch, type TeamReply } from '../../store/team/fetches.ts'
import { linkOf } from './team-link.ts'

/** Replies of fetches under way, by the token of their claim. */
const kept = new Map<string, TeamReply[]>()

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

type KeepArgs = RawReply & { readonly token: string; readonly operation: OperationName; readonly fetchedAtMs: number }

export const keepReply = (_db: WritableDb, { token, operation, fetchedAtMs, ...raw }: KeepArgs): void => {
  const { body, fields } = inOurUnits(raw)
  const reply = {
    operation,
    fetchedAtMs,
    fields: fields === undefined ? null : JSON.stringify(fields),
    body: gzipSync(withoutKeys(body)),
  }
  kept.set(token, [...(kept.get(token) ?? []), reply])
}

export const forgetReplies = (_db: WritableDb, { token }: { readonly token: string }): void => void kept.delete(token)

type StoreArgs = Fetchable & { readonly token: string; readonly fetchedAtMs: number; readonly rows: number }

/** Ends the claim with the kept replies. False: another desk has the claim by now. */
export const storeKept = (db: WritableDb, args: StoreArgs): Promise<boolean> => {
  const replies = kept.get(args.token) ?? []
  kept.delete(args.token)
  return linkOf(db).use((client) => client.transaction((session) => storeFetch(session, { ...args, replies })))
}

export type PartArgs = Fetchable & { readonly part: number; readonly fetchedAtMs: number }
export type Part = RawReply & { readonly operation: string; readonly fetchedAtMs: number }

/** One reply of a fetch, as the service sent it. */
export const replyPart = (db: WritableDb, args: PartArgs): Promise<Part | null> =>
  linkOf(db).use(async (client) => {
    const reply = await readReplyPart(client, args)
    if (reply === null) return null
    const { operation, fetchedAtMs, fields } = reply
    const names = fields === null ? undefined : (JSON.parse(fields) as FieldMap) // as keepReply wrote them
    const body = new Uint8Array(gunzipSync(reply.body)).buffer
    return { operation, fetchedAtMs, body, ...(names === undefined ? {} : { fields: names }) }
  })
