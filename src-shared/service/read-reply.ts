// Parses a reply by our field names and its schema: in the client and in the store's thread.
import type { z } from 'zod'
import { type FieldMap, toOurFields } from './fields.ts'
import { guardOf } from './guard.ts'
import { type Readings, toOurReadings } from './readings.ts'

// A reply of a few megabytes can become gigabytes of objects: many small ones cost far more than their text.
const SMALL = 1_000_000
/** 30,000 keywords with all their figures cost 1.2 million. */
const COST_MAX = 1_500_000

/** By the code of the sign; a byte of a sign beyond ASCII costs nothing. */
const COSTS = new Uint8Array(256)
for (const [sign, cost] of Object.entries({ '{': 8, '[': 3, ':': 1, ',': 1 })) COSTS[sign.charCodeAt(0)] = cost

/** Before it is decoded: even its text would be garbage of many megabytes. Signs within texts count as well. */
export const isTooCostly = (json: Uint8Array): boolean => {
  if (json.length <= SMALL) return false
  let cost = 0
  for (let at = 0; at < json.length && cost <= COST_MAX; at += 1) cost += COSTS[json[at] ?? 0] ?? 0
  return cost > COST_MAX
}

/** How a reply is to be read: the names of its fields, and units and signs that are not ours. */
export type ReplyReading = { readonly fields?: FieldMap | undefined; readonly readings?: Readings | undefined }

/** An unparsed reply. */
export type RawReply = ReplyReading & { readonly body: ArrayBuffer }

type ReplyIssue = { readonly path: string; readonly message: string }
/** `what` says in plain words what does not fit; `issues` name each field, by our paths. */
type ReadReply<Value> =
  | { readonly value: Value }
  | { readonly what: string; readonly issues: ReplyIssue[]; readonly isTooLarge?: true }

const ISSUES_MAX = 20
const NOT_JSON = 'it is not JSON, or was cut off'
const TOO_LARGE = 'it is larger than the desk can read at once'
const EXPECTED: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  number: 'a number',
  object: 'an object',
  string: 'a text',
}

/** Of a choice of schemas the issues of the first. */
const issuesOf = (issue: z.core.$ZodIssue): z.core.$ZodIssue[] => {
  const [first] = issue.code === 'invalid_union' ? issue.errors : []
  if (first === undefined) return [issue]
  return first.flatMap((inner) => issuesOf({ ...inner, path: [...issue.path, ...inner.path] }))
}

const valueAt = (json: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined),
    json,
  )

/** E.g. `"effective" of "tools" is missing`. */
const plainWords = (issue: z.core.$ZodIssue, json: unknown): string => {
  const names = issue.path.filter((key) => typeof key === 'string')
  const [parent, field] = names.length > 1 ? names.slice(-2) : [undefined, names.at(-1)]
  const subject = field === undefined ? 'it' : `"${field}"${parent === undefined ? '' : ` of "${parent}"`}`
  if (valueAt(json, issue.path) === undefined) return `${subject} is missing`
  const expected = issue.code === 'invalid_type' ? EXPECTED[issue.expected] : undefined
  return expected === undefined ? `${subject} has an unknown value` : `${subject} is not ${expected}`
}

/** A reply under our names, in our units and signs. */
export const inOurTerms = ({ fields, readings }: ReplyReading, reply: unknown): unknown =>
  toOurReadings(readings, toOurFields(fields, reply))

/** `body` is JSON in UTF-8, as it came; `decode` turns it into text. */
export const readReply = <Value>(
  schema: z.ZodType<Value>,
  body: ArrayBuffer,
  { decode, ...reading }: ReplyReading & { readonly decode: (body: ArrayBuffer) => string },
): ReadReply<Value> => {
  if (isTooCostly(new Uint8Array(body)))
    return { what: TOO_LARGE, issues: [{ path: '', message: 'has too many values' }], isTooLarge: true }
  let json: unknown
  try {
    json = inOurTerms(reading, JSON.parse(decode(body)))
  } catch {
    return { what: NOT_JSON, issues: [{ path: '', message: 'is not JSON' }] }
  }
  if (guardOf(schema)?.(json) === true) return { value: json as Value } // the schema would return the same
  const parsed = schema.safeParse(json)
  if (parsed.success) return { value: parsed.data }
  const issues = parsed.error.issues.flatMap(issuesOf)
  const [first] = issues
  return {
    what: first === undefined ? 'it has another shape' : plainWords(first, json),
    issues: issues.slice(0, ISSUES_MAX).map(({ path, message }) => ({ path: path.join('.'), message })),
  }
}

type BadReply = { readonly label: string; readonly operation: string }

export const tooLargeMessage = ({ label, operation }: BadReply): string =>
  `${label}: the reply to ${operation} is larger than the desk can read at once. Cached data stays.`

/** The message for a reply that does not fit. */
export const badReplyMessage = ({ label, operation, what }: BadReply & { readonly what: string }): string =>
  `${label}: the reply to ${operation} cannot be used: ${what}. Cached data stays. If the service uses other field names, set them in Settings → Advanced → Field names.`
