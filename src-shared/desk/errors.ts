import { z } from 'zod'

/** The closed set of kinds an error can have, at every edge of the desk. */
export const ERROR_KINDS = [
  'invalid',
  'unauthorized',
  'forbidden',
  'not-found',
  'conflict',
  'no-credits',
  'rate-limited',
  'service',
  'network',
  'bad-response',
  'keychain',
  'storage',
  'cancelled',
  'unknown-outcome',
] as const
export const ErrorKindSchema = z.enum(ERROR_KINDS)
export type ErrorKind = z.infer<typeof ErrorKindSchema>

/** A refused field of the input; `path` is dotted, e.g. `rows.3.key`. */
export const FieldIssueSchema = z.object({
  path: z.string(),
  message: z.string(),
  /** Of a warning: what `accept` takes. */
  code: z.string().optional(),
  /** How many rows, credits or people it is about. */
  count: z.number().optional(),
})
export type FieldIssue = z.infer<typeof FieldIssueSchema>

/** An error as a value. `message` is ours and never holds a key; `detail` keeps the service's own text and the fields. */
export const DeskErrorValueSchema = z.object({
  kind: ErrorKindSchema,
  message: z.string(),
  detail: z
    .object({
      serviceText: z.string().optional(),
      status: z.number().int().optional(),
      /** The service itself sent this error, not a gateway: the body has the shape of the interface. */
      isServiceWord: z.boolean().optional(),
      operation: z.string().optional(),
      brandId: z.string().optional(),
      issues: z.array(FieldIssueSchema).optional(),
      retryAfterSeconds: z.number().optional(),
      /** core.db is gone and a person has to choose: `desk.lookForBackups` or `desk.startEmpty`. */
      isCoreMissing: z.boolean().optional(),
      /** The key was not sent: it is confirmed for another origin (null: for none) than the service address has now. */
      addressChange: z.object({ confirmed: z.string().nullable(), current: z.string() }).optional(),
    })
    .optional(),
})
export type DeskErrorValue = z.infer<typeof DeskErrorValueSchema>
export type DeskErrorDetail = NonNullable<DeskErrorValue['detail']>

/** A reply over every transport. */
export type Reply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: DeskErrorValue }

/** The one error class of the desk; shells receive its value. */
export class DeskError extends Error {
  readonly kind: ErrorKind
  readonly detail: DeskErrorDetail | undefined

  constructor(kind: ErrorKind, message: string, detail?: DeskErrorDetail) {
    super(message)
    this.name = 'DeskError'
    this.kind = kind
    this.detail = detail
  }

  toValue(): DeskErrorValue {
    return { kind: this.kind, message: this.message, ...(this.detail === undefined ? {} : { detail: this.detail }) }
  }
}

const MAX_ISSUES = 20

const fieldIssues = (issue: z.core.$ZodIssue): FieldIssue[] => {
  const path = issue.path.map(String)
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'is unknown' }))
    : [{ path: path.join('.'), message: issue.message }]
}

/** A failed parse as an error that names each field, e.g. `rows.3.key: must begin with sk_`. */
export const invalidInput = (what: string, error: z.ZodError): DeskError => {
  const issues = error.issues.slice(0, MAX_ISSUES).flatMap(fieldIssues).slice(0, MAX_ISSUES)
  const [first] = issues
  const where = first === undefined ? '' : `: ${first.path === '' ? '' : `${first.path}: `}${first.message}`
  return new DeskError('invalid', `${what}${where}`.slice(0, 1000), { issues })
}
