// The profile: where the service is and how the points are settled that its interface leaves open
// (docs/open-points.md).
// Stored per installation, edited in Settings, read by the client and by the sandbox alike.
import { z } from 'zod'
import type { HttpMethod } from './define.ts'
import { type FieldMap, FieldMapPatchSchema, FieldMapSchema } from './fields.ts'
import { LIMITS } from './limits.ts'
import { namedSchema } from './named-schema.ts'
import { namedValue } from './named-values.ts'
import { normalPath, pathProblem } from './operation-path.ts'
import { type OperationName, OperationNameSchema, operations } from './operations.ts'
import { DEFAULT_READINGS, hasReadings, type Readings, ReadingsSchema } from './readings.ts'

const HttpUrlSchema = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))

const OperationPathSchema = z
  .string()
  .regex(/^\/[^\s?#]*$/, 'must begin with / and hold no query')
  .overwrite(normalPath)
const RequestsPerMinuteSchema = z.number().int().min(1).max(100_000)

export const LimiterScopeSchema = z.enum(['key', 'account'])

const OperationPlaceSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']).optional(),
  path: OperationPathSchema.optional(),
})

/** Of what is typed alone: a path that an earlier program stored is reported by the doctor, and no request is made of it. */
const PlacesPatchSchema = z
  .partialRecord(OperationNameSchema, OperationPlaceSchema.nullable())
  .superRefine((places, context) => {
    for (const name of OperationNameSchema.options) {
      const path = places[name]?.path
      const message = path === undefined ? null : pathProblem(name, path)
      if (message !== null) context.addIssue({ code: 'custom', path: [name, 'path'], message })
    }
  })

const FieldsSchema = z.partialRecord(
  OperationNameSchema,
  z.strictObject({ request: FieldMapSchema.optional(), response: FieldMapSchema.optional() }),
)
const FieldsPatchSchema = z.partialRecord(
  OperationNameSchema,
  z
    .strictObject({
      request: FieldMapPatchSchema.nullable().optional(),
      response: FieldMapPatchSchema.nullable().optional(),
    })
    .nullable(),
)
/** Our value to the value on the wire, by our name of the parameter. */
const ValueSchema = z.string().min(1).max(200)
const ValuesSchema = z.partialRecord(OperationNameSchema, z.record(z.string(), namedSchema(ValueSchema, ValueSchema)))
const ValuesPatchSchema = z.partialRecord(
  OperationNameSchema,
  z.record(z.string(), namedSchema(ValueSchema, ValueSchema.nullable()).nullable()).nullable(),
)
type Values = z.infer<typeof ValuesSchema>
type ValuesPatch = z.infer<typeof ValuesPatchSchema>

type Fields = z.infer<typeof FieldsSchema>
type FieldsPatch = z.infer<typeof FieldsPatchSchema>

export const ServiceProfileSchema = z.strictObject({
  /** Empty until the person has set it. */
  baseUrl: z.union([z.literal(''), HttpUrlSchema], { error: 'must be an http or https address' }),
  mcpUrl: HttpUrlSchema.optional(),
  operations: z.partialRecord(OperationNameSchema, OperationPlaceSchema),
  /** Per operation: our parameter name to the name on the wire. */
  parameters: z.partialRecord(OperationNameSchema, z.record(z.string(), z.string().min(1))),
  /** Per operation: our paths in the bodies of requests and replies to the paths on the wire. */
  fields: FieldsSchema.default({}),
  /** Per operation and parameter: our values to the values on the wire. */
  values: ValuesSchema.default({}),
  /** Units and signs of the service, where it has others than the desk. */
  readings: ReadingsSchema.default(DEFAULT_READINGS),
  limits: z.strictObject({
    requestsPerMinute: RequestsPerMinuteSchema,
    scope: LimiterScopeSchema,
    perOperation: z.partialRecord(OperationNameSchema, RequestsPerMinuteSchema),
  }),
})
export type ServiceProfile = z.infer<typeof ServiceProfileSchema>

/**
 * Any part of a profile. A null in `operations`, `parameters`, `fields`, `values` or `perOperation` takes that entry out; one
 * in `readings` resets it.
 */
export const ServiceProfilePatchSchema = z.strictObject({
  baseUrl: ServiceProfileSchema.shape.baseUrl.optional(),
  mcpUrl: HttpUrlSchema.nullable().optional(),
  operations: PlacesPatchSchema.optional(),
  parameters: z.partialRecord(OperationNameSchema, z.record(z.string(), z.string().min(1)).nullable()).optional(),
  fields: FieldsPatchSchema.optional(),
  values: ValuesPatchSchema.optional(),
  readings: z
    .strictObject({
      ctr: ReadingsSchema.shape.ctr.nullable().optional(),
      positionChange: ReadingsSchema.shape.positionChange.nullable().optional(),
    })
    .optional(),
  limits: z
    .strictObject({
      requestsPerMinute: RequestsPerMinuteSchema.optional(),
      scope: LimiterScopeSchema.optional(),
      perOperation: z.partialRecord(OperationNameSchema, RequestsPerMinuteSchema.nullable()).optional(),
    })
    .optional(),
})
export type ServiceProfilePatch = z.infer<typeof ServiceProfilePatchSchema>
type ReadingsPatch = NonNullable<ServiceProfilePatch['readings']>

export const DEFAULT_PROFILE: ServiceProfile = {
  baseUrl: '',
  operations: {},
  parameters: {},
  fields: {},
  values: {},
  readings: DEFAULT_READINGS,
  limits: { requestsPerMinute: LIMITS.requestsPerMinute, scope: 'key', perOperation: {} },
}

/** The profile of the demo's sandbox: our paths and names, and the limits of the given profile. */
export const demoProfile = ({ limits }: ServiceProfile): ServiceProfile => ({ ...DEFAULT_PROFILE, limits })

type Nullable<Value> = { [Key in keyof Value]: Value[Key] | null }

const mergeEntries = <Value extends object>(current: Value, patch: Partial<Nullable<Value>> = {}): Value =>
  Object.fromEntries(
    Object.entries({ ...current, ...patch }).filter(([, value]) => value !== null && value !== undefined),
  ) as Value // the same keys, less those the patch took back

const isEmpty = (value: object): boolean => Object.keys(value).length === 0

const mergeMap = (current: FieldMap | undefined, patch: Partial<Nullable<FieldMap>> | null | undefined) => {
  const merged = patch === null ? {} : mergeEntries(current ?? {}, patch)
  return isEmpty(merged) ? null : merged
}

const mergeFields = (current: Fields, patch: FieldsPatch = {}): Fields => {
  const merged = Object.entries(patch).map(([name, sides]) => {
    const before = current[name as OperationName] // a name of the table, by its schema
    const fields =
      sides === null
        ? {}
        : mergeEntries(
            {},
            {
              request: mergeMap(before?.request, sides?.request),
              response: mergeMap(before?.response, sides?.response),
            },
          )
    return [name, isEmpty(fields) ? null : fields]
  })
  return mergeEntries(current, Object.fromEntries(merged))
}

const mergeValues = (current: Values, patch: ValuesPatch = {}): Values => {
  const merged = Object.entries(patch).map(([name, parameters]) => {
    const before = current[name as OperationName] // a name of the table, by its schema
    const maps = Object.entries(parameters ?? {}).map(([ours, map]) => [ours, mergeMap(before?.[ours], map)])
    const values = parameters === null ? {} : mergeEntries(before ?? {}, Object.fromEntries(maps))
    return [name, isEmpty(values) ? null : values]
  })
  return mergeEntries(current, Object.fromEntries(merged))
}

const mergeReadings = (current: Readings, { ctr, positionChange }: ReadingsPatch = {}): Readings => ({
  ctr: ctr === undefined ? current.ctr : (ctr ?? DEFAULT_READINGS.ctr),
  positionChange:
    positionChange === undefined ? current.positionChange : (positionChange ?? DEFAULT_READINGS.positionChange),
})

/** The profile with the patch merged into it. */
export const mergeProfile = (profile: ServiceProfile, patch: ServiceProfilePatch): ServiceProfile => {
  const { mcpUrl: currentMcpUrl, ...current } = profile
  const mcpUrl = patch.mcpUrl === undefined ? currentMcpUrl : (patch.mcpUrl ?? undefined)
  return {
    ...current,
    ...(mcpUrl === undefined ? {} : { mcpUrl }),
    baseUrl: patch.baseUrl ?? current.baseUrl,
    operations: mergeEntries(current.operations, patch.operations),
    parameters: mergeEntries(current.parameters, patch.parameters),
    fields: mergeFields(current.fields, patch.fields),
    values: mergeValues(current.values, patch.values),
    readings: mergeReadings(current.readings, patch.readings),
    limits: {
      requestsPerMinute: patch.limits?.requestsPerMinute ?? current.limits.requestsPerMinute,
      scope: patch.limits?.scope ?? current.limits.scope,
      perOperation: mergeEntries(current.limits.perOperation, patch.limits?.perOperation),
    },
  }
}

/** Method and path of an operation under this profile. */
export const placeOf = (profile: ServiceProfile, name: OperationName): { method: HttpMethod; path: string } => ({
  method: profile.operations[name]?.method ?? operations[name].method,
  path: profile.operations[name]?.path ?? operations[name].path,
})

/** The name on the wire of one of our parameters. */
export const wireNameOf = (profile: ServiceProfile, name: OperationName, ourName: string): string =>
  profile.parameters[name]?.[ourName] ?? ourName

/** The value on the wire of one of our values. */
export const wireValueOf = (
  profile: ServiceProfile,
  name: OperationName,
  { parameter, value }: { readonly parameter: string; readonly value: string },
): string => namedValue(profile.values[name]?.[parameter] ?? {}, value) ?? value

/** Our value of one on the wire. */
export const ourValueOf = (
  profile: ServiceProfile,
  name: OperationName,
  { parameter, value }: { readonly parameter: string; readonly value: string },
): string => Object.entries(profile.values[name]?.[parameter] ?? {}).find(([, wire]) => wire === value)?.[0] ?? value

/** Units and signs in the replies of an operation; undefined where they are ours. */
export const readingsOf = (
  { readings }: Pick<ServiceProfile, 'readings'>,
  name: OperationName,
): Readings | undefined => {
  const { ctr, positionChange } = readings
  const isOurs = ctr === DEFAULT_READINGS.ctr && positionChange === DEFAULT_READINGS.positionChange
  return isOurs || !hasReadings(name) ? undefined : readings
}

/** How the bodies of an operation are named on the wire; undefined where they have our names. */
export const fieldsOf = (
  profile: Pick<ServiceProfile, 'fields'>,
  name: OperationName,
  side: 'request' | 'response',
): FieldMap | undefined => profile.fields[name]?.[side]

/** Whether an operation has another place, other names, values or units, or another limit than by default. */
export const isChanged = (profile: ServiceProfile, name: OperationName): boolean =>
  profile.operations[name] !== undefined ||
  profile.parameters[name] !== undefined ||
  profile.values[name] !== undefined ||
  readingsOf(profile, name) !== undefined ||
  profile.limits.perOperation[name] !== undefined

/** Requests per 60 s that one operation may make. */
export const requestsPerMinuteOf = (profile: ServiceProfile, name: OperationName): number =>
  profile.limits.perOperation[name] ?? profile.limits.requestsPerMinute
