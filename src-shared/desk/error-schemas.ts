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

/** A refused field of the input; `path` is dotted, e.g. `rows.3.key`. */
export const FieldIssueSchema = z.object({
  path: z.string(),
  message: z.string(),
  /** Of a warning: what `accept` takes. */
  code: z.string().optional(),
  /** How many rows, credits or people it is about. */
  count: z.number().optional(),
})

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
      /** The reply is larger than the desk can read at once: a smaller page may be asked for. */
      isTooLarge: z.boolean().optional(),
      /** core.db is gone and a person has to choose: `desk.lookForBackups` or `desk.startEmpty`. */
      isCoreMissing: z.boolean().optional(),
      /** The key was not sent: it is confirmed for another origin (null: for none) than the service address has now. */
      addressChange: z.object({ confirmed: z.string().nullable(), current: z.string() }).optional(),
    })
    .optional(),
})
