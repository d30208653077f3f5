import { z } from 'zod'
import type { Operation } from '../src-shared/service/define.ts'
import { toOurFields } from '../src-shared/service/fields.ts'
import { type OperationName, operations } from '../src-shared/service/operations.ts'
import { fieldsOf, ourValueOf, type ServiceProfile, wireNameOf } from '../src-shared/service/profile.ts'
import { ServiceError } from './service-error.ts'

type RawRequest = {
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The bytes of the body as text, '' for none. */
  readonly body: string
}

/** The parts of a request by our names, checked by the table. Throws 400 with the name of a wrong field. */
export const parseRequest = (profile: ServiceProfile, name: OperationName, raw: RawRequest): unknown => {
  const { request }: Operation = operations[name]
  const check = (schema: z.ZodType | undefined, read: () => unknown): unknown => {
    if (schema === undefined) return undefined
    const result = schema.safeParse(read())
    if (result.success) return result.data
    const [issue] = result.error.issues
    const [field, ...rest] = issue?.path ?? []
    const place = field === undefined ? ['body'] : [wireNameOf(profile, name, String(field)), ...rest]
    throw new ServiceError(400, `${place.join('.')}: ${issue?.message ?? 'is not valid'}`)
  }
  return {
    path: check(request.path, () => raw.path),
    query: check(request.query, () => queryOf(raw.query, profile, name)),
    body: check(request.body, () => bodyOf(raw.body, profile, name)),
  }
}

/** The token of an Authorization header. */
export const bearerOf = (header: string | undefined): string | undefined => /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1]

/** Parameters by our names and values instead of the wire's, repeated ones as a list. Unknown ones keep their names. */
const queryOf = (query: URLSearchParams, profile: ServiceProfile, name: OperationName): Record<string, unknown> => {
  const { request }: Operation = operations[name]
  const entries = Object.entries(request.query?.shape ?? {}).flatMap(([ourName, field]) => {
    const wire = query.getAll(wireNameOf(profile, name, ourName))
    const values = wire.map((value) => ourValueOf(profile, name, { parameter: ourName, value }))
    if (values.length === 0) return []
    return [[ourName, takesList(field) ? values : values.at(-1)] as const]
  })
  return Object.fromEntries(entries)
}

const takesList = (field: z.core.$ZodType): boolean =>
  field instanceof z.ZodOptional ? takesList(field.unwrap()) : field instanceof z.ZodArray

const bodyOf = (text: string, profile: ServiceProfile, name: OperationName): unknown => {
  try {
    return toOurFields(fieldsOf(profile, name, 'request'), JSON.parse(text))
  } catch {
    throw new ServiceError(400, text === '' ? 'body: is missing' : 'body: is not JSON')
  }
}

/** The team in the query or body of a request, if any. */
export const teamIdOf = (
  profile: ServiceProfile,
  name: OperationName,
  query: URLSearchParams,
  parsed: unknown,
): string | undefined =>
  query.get(wireNameOf(profile, name, 'teamId')) ?? TeamInBodySchema.safeParse(parsed).data?.body.teamId

const TeamInBodySchema = z.looseObject({ body: z.looseObject({ teamId: z.string() }) })
