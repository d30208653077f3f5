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
 * Whether an error came from the service itself, not from a gateway: the body has both `success` and `error` as the
 * service writes them. `body` is the parsed JSON.
 */
export const isServiceWord = (body: unknown, status: number): boolean => {
  const parsed = OwnErrorSchema.safeParse(body)
  return parsed.success && (parsed.data.statusCode ?? status) === status
}

/** The sentence of an error body to show: its error, else its message; undefined if neither says anything. */
export const serviceErrorText = ({ error, message }: ServiceErrorBody): string | undefined =>
  [error, message].find((text) => text !== undefined && text.trim() !== '')
