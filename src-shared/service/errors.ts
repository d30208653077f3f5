import { z } from 'zod'

/** Error body of the service (section 7). There are no machine-readable codes: branch on the HTTP status. */
export const ServiceErrorBodySchema = z.looseObject({
  success: z.literal(false).optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  statusCode: z.number().optional(),
  code: z.string().optional(),
  retryAfterSeconds: z.number().nonnegative().optional(),
})
export type ServiceErrorBody = z.infer<typeof ServiceErrorBodySchema>

/** The sentence of an error body that a person may be shown; undefined where the body holds none. */
export const serviceErrorText = (body: ServiceErrorBody): string | undefined => body.error ?? body.message
