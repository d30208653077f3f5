// Raw replies become rows here, in the worker: a reply that does not fit its schema changes nothing that is cached.
// Each thread of the store has this code, and few read replies. So the schemas are loaded with the first one: with zod they
// would be a third of what each thread holds.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { OperationName, ReplyOf } from '../../src-shared/service/operations.ts'
import type { RawReply } from '../../src-shared/service/read-reply.ts'
import { collectAfterReply } from './collect-replies.ts'
import { prepared, type ReadableDb } from './db.ts'

export type IngestArgs = RawReply & {
  readonly brandId: string
  /** The same number for every page of one listing, another one for the next. */
  readonly batch: number
  readonly fetchedAtMs: number
}
/** `rows` of this page; a listing ends where `nextCursor` is null. */
export type IngestResult = { readonly rows: number; readonly nextCursor: string | null }

const importSchemas = async () => ({
  ...(await import('../../src-shared/service/operations.ts')),
  ...(await import('../../src-shared/service/read-reply.ts')),
})
let schemas: Awaited<ReturnType<typeof importSchemas>> | undefined

/** Thrown where they are not loaded yet, before anything is changed: the query can be run again. */
export class NoReplySchemasError extends Error {
  override readonly name = 'NoReplySchemasError'
}

export const loadReplySchemas = async (): Promise<void> => {
  schemas ??= await importSchemas()
}

const brandName = (db: ReadableDb, brandId: string): string =>
  prepared<{ name: string }>(db.core, 'SELECT name FROM brand WHERE id = ?').get(brandId)?.name ?? brandId

const decode = (body: ArrayBuffer): string => new TextDecoder().decode(body)

/** The reply as its operation's schema reads it. Throws `bad-response` naming up to 20 fields that do not fit. */
export const parseReply = <Name extends OperationName>(
  db: ReadableDb,
  operation: Name,
  { brandId, body, fields, readings }: Pick<IngestArgs, 'brandId' | 'body' | 'fields' | 'readings'>,
): ReplyOf<Name> => {
  if (schemas === undefined) throw new NoReplySchemasError()
  const { badReplyMessage, operations, readReply, tooLargeMessage } = schemas
  collectAfterReply(body.byteLength)
  const read = readReply<unknown>(operations[operation].response, body, { fields, readings, decode })
  if ('value' in read) return read.value as ReplyOf<Name> // by this operation's own schema
  const { what, issues, isTooLarge } = read
  const label = brandName(db, brandId)
  if (isTooLarge) {
    // V8 would free megabytes that nobody reads only once many of them have come.
    body.transfer(0)
    throw new DeskError('bad-response', tooLargeMessage({ label, operation }), { operation, brandId, isTooLarge })
  }
  const message = badReplyMessage({ label, operation, what })
  throw new DeskError('bad-response', message, { operation, brandId, issues })
}

/** The same without its schema. */
export const replyInOurTerms = ({ body, ...reading }: RawReply): unknown => {
  if (schemas === undefined) throw new NoReplySchemasError()
  return schemas.inOurTerms(reading, JSON.parse(decode(body)))
}

export const cursorOf = (reply: { readonly nextCursor?: string | null | undefined }): string | null =>
  reply.nextCursor || null

/** The fields of a raw record that have no column of their own. */
export const furtherFields = (record: Record<string, unknown>, known: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !known.includes(name)))
