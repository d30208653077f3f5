import { DeskError } from '../../../src-shared/desk/errors.ts'

/** The last row of a page: its id and its sort values. A keyword's text is not among them: the id replaces it. */
export type Cursor = { readonly id: number; readonly values: readonly (number | null)[] }

/** A number that tells one query from another, so that a cursor continues only its own (FNV-1a). */
export const fingerprint = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

export const writeCursor = (print: number, { id, values }: Cursor): string =>
  Buffer.from(JSON.stringify([print, id, ...values])).toString('base64url')

const invalidCursor = () =>
  new DeskError('invalid', 'This cursor belongs to another query. Request the first page again.', {
    issues: [{ path: 'cursor', message: 'belongs to another query' }],
  })

const parse = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
}

const isValue = (value: unknown): value is number | null => value === null || typeof value === 'number'

/** Throws `invalid` for anything that `writeCursor` did not write for this query. */
export const readCursor = (print: number, keys: number, text: string): Cursor => {
  const parsed = parse(text)
  if (!Array.isArray(parsed) || parsed.length !== keys + 2 || parsed[0] !== print) throw invalidCursor()
  const [, id, ...values]: unknown[] = parsed
  if (typeof id !== 'number' || !values.every(isValue)) throw invalidCursor()
  return { id, values }
}
