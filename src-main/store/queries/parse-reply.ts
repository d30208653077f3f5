// Raw replies become rows here, in the worker: a reply that does not fit its schema changes nothing that is cached.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { type OperationName, operations, type ReplyOf } from '../../../src-shared/service/operations.ts'
import { prepared, type ReadableDb } from '../db.ts'

export type IngestArgs = {
  readonly brandId: string
  /** The same number for every page of one listing, another one for the next. */
  readonly batch: number
  readonly body: ArrayBuffer
  readonly fetchedAtMs: number
}
/** `rows` of this page; a listing ends where `nextCursor` is null. */
export type IngestResult = { readonly rows: number; readonly nextCursor: string | null }

const badReply = (
  db: ReadableDb,
  operation: OperationName,
  brandId: string,
  issues: { path: string; message: string }[],
) => {
  const name = prepared<{ name: string }>(db.core, 'SELECT name FROM brand WHERE id = ?').get(brandId)?.name ?? brandId
  const [first] = issues
  const what = first === undefined ? 'it is not JSON, or was cut off' : `${first.path || 'body'}: ${first.message}`
  return new DeskError(
    'bad-response',
    `The service's reply to ${operation} for "${name}" did not fit: ${what}. What was cached stays. Sync again; if it goes on, run the service doctor.`,
    { operation, brandId, issues },
  )
}

/** The reply as its operation's schema reads it. Throws `bad-response` naming up to 20 fields that do not fit. */
export const parseReply = <Name extends OperationName>(
  db: ReadableDb,
  operation: Name,
  { brandId, body }: Pick<IngestArgs, 'brandId' | 'body'>,
): ReplyOf<Name> => {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw badReply(db, operation, brandId, [])
  }
  const parsed = operations[operation].response.safeParse(json)
  if (parsed.success) return parsed.data as ReplyOf<Name> // by this operation's own schema
  const issues = parsed.error.issues.slice(0, 20)
  throw badReply(
    db,
    operation,
    brandId,
    issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  )
}

export const cursorOf = (reply: { readonly nextCursor?: string | null | undefined }): string | null =>
  reply.nextCursor || null

/** The fields of a raw record that have no column of their own. */
export const furtherFields = (record: Record<string, unknown>, known: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !known.includes(name)))
