// Errors as every thread and the window know them: without their schemas, which would bring zod along.
import type { z } from 'zod'
import type { DeskErrorValueSchema, ErrorKindSchema, FieldIssueSchema } from './error-schemas.ts'

export type ErrorKind = z.infer<typeof ErrorKindSchema>
export type FieldIssue = z.infer<typeof FieldIssueSchema>
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
