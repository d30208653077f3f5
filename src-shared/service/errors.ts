import { z } from 'zod'

/** Error body of the service. There are no machine-readable codes: branch on the HTTP status. */
export const ServiceErrorBodySchema = z.looseObject({
  success: z.literal(false).optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  statusCode: z.number().optional(),
  code: z.string().optional(),
  retryAfterSeconds: z.number().nonnegative().optional(),
})
export type ServiceErrorBody = z.infer<typeof ServiceErrorBodySchema>

const OwnErrorSchema = z.looseObject({
  success: z.literal(false),
  error: z.string().regex(/\S/),
  statusCode: z.number().optional(),
})

/**
 * Whether a failure was told by the service itself, and not by what stands before it: its body has `success` and
 * `error` as the service writes them, of which a gateway's JSON may have a part. `body` is the parsed JSON.
 */
export const isServiceWord = (body: unknown, status: number): boolean => {
  const parsed = OwnErrorSchema.safeParse(body)
  return parsed.success && (parsed.data.statusCode ?? status) === status
}

/** The sentence of an error body that a person may be shown; undefined where the body holds none. */
export const serviceErrorText = (body: ServiceErrorBody): string | undefined => body.error ?? body.message
