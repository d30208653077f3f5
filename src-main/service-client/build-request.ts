import type { z } from 'zod'
import { DeskError, invalidInput } from '../../src-shared/desk/errors.ts'
import type { HttpMethod, Operation } from '../../src-shared/service/define.ts'
import { toWireFields } from '../../src-shared/service/fields.ts'
import { filledPath, OPERATIONS_PAGE, pathProblem } from '../../src-shared/service/operation-path.ts'
import { type OperationName, OperationNameSchema, operations } from '../../src-shared/service/operations.ts'
import { fieldsOf, placeOf, type ServiceProfile, wireNameOf, wireValueOf } from '../../src-shared/service/profile.ts'

/** The parts of a request before their schemas have seen them. */
export type RawRequest = { readonly path?: unknown; readonly query?: unknown; readonly body?: unknown }
export type WireRequest = { readonly method: HttpMethod; readonly url: string; readonly body: string | undefined }

const parsePart = (name: OperationName, part: string, schema: z.ZodType | undefined, value: unknown): unknown => {
  if (schema === undefined) return undefined
  const parsed = schema.safeParse(value ?? {})
  if (!parsed.success) throw invalidInput(`The ${part} of ${name} does not match the interface`, parsed.error)
  return parsed.data
}

/** The URL parser resolves `..` even where it is encoded, which would reach another operation. */
const encodePathPart = (name: OperationName, value: unknown): string => {
  const text = String(value)
  if (text === '' || text === '.' || text === '..')
    throw new DeskError('invalid', `"${text}" cannot be part of the path of ${name}.`, { operation: name })
  return encodeURIComponent(text)
}

/**
 * The operation that a server would mistake a filled path for: the same method, and a fixed part where this one's template
 * has a parameter. Case is ignored, since servers differ in it.
 */
const takenFor = (profile: ServiceProfile, name: OperationName, filled: string): OperationName | undefined => {
  const { method, path } = placeOf(profile, name)
  const own = path.split('/')
  const sent = filled.toLowerCase().split('/')
  const isVariable = (part: string | undefined) => part?.includes(':') ?? false
  return OperationNameSchema.options.find((other) => {
    const place = placeOf(profile, other)
    const parts = place.path.split('/')
    if (place.method !== method || parts.length !== sent.length) return false
    const isMatch = parts.every((part, index) => isVariable(part) || part.toLowerCase() === sent[index])
    return isMatch && parts.some((part, index) => !isVariable(part) && isVariable(own[index]))
  })
}

const queryPairs = (profile: ServiceProfile, name: OperationName, query: unknown): [string, string][] =>
  Object.entries((query ?? {}) as Record<string, unknown>) // a query is an object by its schema
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([ourName, value]) =>
      (Array.isArray(value) ? value : [value]).map((one): [string, string] => [
        wireNameOf(profile, name, ourName),
        wireValueOf(profile, name, { parameter: ourName, value: String(one) }),
      ]),
    )

/**
 * A request as it goes over the wire: parsed by the operation's schemas, moved and renamed by the profile,
 * path parts encoded, lists as repeated parameters. Throws `invalid`.
 */
export const buildRequest = (
  profile: ServiceProfile,
  name: OperationName,
  { baseUrl, request }: { baseUrl: string; request: RawRequest },
): WireRequest => {
  const parts: Operation['request'] = operations[name].request
  const { method, path } = placeOf(profile, name)
  const pathValues = (parsePart(name, 'path', parts.path, request.path) ?? {}) as Record<string, unknown> // an object schema
  const problem = pathProblem(name, path)
  if (problem !== null)
    throw new DeskError('invalid', `${problem} Set it in ${OPERATIONS_PAGE}. Nothing was sent.`, { operation: name })
  const filled = filledPath(path, (part) => encodePathPart(name, pathValues[part] ?? ''))
  const other = takenFor(profile, name, filled)
  if (other !== undefined) {
    const message = `${Object.values(pathValues).join(', ')}: ${name} and ${other} would have the same path. Nothing was sent.`
    throw new DeskError('invalid', message, { operation: name })
  }
  const query = new URLSearchParams(queryPairs(profile, name, parsePart(name, 'query', parts.query, request.query)))
  const body = parsePart(name, 'body', parts.body, request.body)
  return {
    method,
    url: `${baseUrl}${filled}${query.size === 0 ? '' : `?${query}`}`,
    body: body === undefined ? undefined : JSON.stringify(toWireFields(fieldsOf(profile, name, 'request'), body)),
  }
}
