import type { z } from 'zod'

/**
 * Whether an operation may be repeated when no answer came. `read` and `set` may; the others get an unknown outcome,
 * which a person decides.
 */
export type Safety = 'read' | 'set' | 'spends' | 'sends' | 'publishes'

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** What a request carries: `:name` parts of the path, the query, the JSON body. Absent parts are not sent. */
export type RequestParts = {
  readonly path?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
}

/** Our paths in the bodies of an operation that the interface does not give by name: a service may name them otherwise. */
export type OpenFields = { readonly request?: readonly string[]; readonly response?: readonly string[] }

export type Operation = {
  readonly method: HttpMethod
  /** Relative to the base URL; `:name` is filled from the request's `path` part. */
  readonly path: string
  readonly request: RequestParts
  readonly response: z.ZodType
  readonly safety: Safety
  /** False where the interface leaves its method, path, request body or reply open: docs/open-points.md lists them. */
  readonly documented: boolean
  /** Absent: the interface names every field. */
  readonly open?: OpenFields
  /** Query parameters whose values the interface leaves open, each with the values that the desk suggests. */
  readonly openValues?: Readonly<Record<string, readonly string[]>>
  /** Its reply holds measures whose unit and sign the interface leaves open (readings.ts). */
  readonly hasMeasures?: true
}
