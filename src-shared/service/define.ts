import type { z } from 'zod'

/**
 * How safe an operation is to repeat after an answer that leaves its outcome open.
 * `read` and `set` may be repeated; the others end as an unknown outcome that a person decides.
 */
export type Safety = 'read' | 'set' | 'spends' | 'sends' | 'publishes'

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** What a request carries: `:name` parts of the path, the query, the JSON body. Absent parts are not sent. */
export type RequestParts = {
  readonly path?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
}

export type Operation = {
  readonly method: HttpMethod
  /** Relative to the base URL; `:name` is filled from the request's `path` part. */
  readonly path: string
  readonly request: RequestParts
  readonly response: z.ZodType
  readonly safety: Safety
  /** False where the interface leaves its method, path, request body or reply open: docs/open-points.md lists them. */
  readonly documented: boolean
}
