import { z } from 'zod'
import { OperationNameSchema } from '../service/operations.ts'
import { ServiceProfilePatchSchema, ServiceProfileSchema } from '../service/profile.ts'
import { BrandIdSchema, BrandIdsSchema, EmptySchema, InstantSchema } from './common.ts'
import { call, event } from './define.ts'
import { DeskErrorValueSchema } from './error-schemas.ts'

/** A unit or a sign of the service's measures, told from real rows. */
export const DoctorReadingSchema = z.object({
  reading: z.enum(['ctr', 'positionChange']),
  /** In the profile. */
  set: z.string(),
  /** What the rows show; null: too few of them tell, or they disagree. */
  seems: z.string().nullable(),
  text: z.string(),
})
export type DoctorReading = z.infer<typeof DoctorReadingSchema>

/** `reachable` is null where the doctor did not ask: it only reads. */
export const DoctorRowSchema = z.object({
  operation: OperationNameSchema,
  method: z.string(),
  path: z.string(),
  documented: z.boolean(),
  reachable: z.boolean().nullable(),
  status: z.number().int().nullable(),
  latencyMs: z.number().nullable(),
  /** False where the service answers that it does not offer this operation (501): no fault. */
  offered: z.boolean(),
  /** Why there is no reply to look at, with the service's text; empty when all is well. */
  problems: z.array(z.string()),
  /** What the lists beside an operation say of its path, where the doctor cannot test it; empty where nothing. */
  note: z.string(),
  /** Fields of the reply as the service names them, with their types and never a value; at most 100. */
  arrived: z.array(z.object({ path: z.string(), type: z.string() })),
  /** Our fields that the reply does not give as the desk needs them. */
  misfits: z.array(z.object({ path: z.string(), expected: z.string(), found: z.string() })),
  /** Entries of the profile's `fields`, for the reply of this operation, that would make it fit better. */
  suggestions: z.array(z.object({ ourPath: z.string(), wirePath: z.string(), reason: z.string() })),
  /** Of rankings alone: units and signs in the reply. */
  readings: z.array(DoctorReadingSchema),
})
export type DoctorRow = z.infer<typeof DoctorRowSchema>

/** What is found at an address, asked without a key. */
export const AddressCheckSchema = z.object({
  /** `other`: it answers, but not as the service does. */
  result: z.enum(['service', 'other', 'unreachable']),
  /** What came, in a sentence. */
  message: z.string(),
  status: z.number().int().nullable(),
})
export type AddressCheck = z.infer<typeof AddressCheckSchema>

export const ConfirmResultSchema = z.object({
  brandId: BrandIdSchema,
  ok: z.boolean(),
  error: DeskErrorValueSchema.optional(),
})

/** The service answered 429 although clearly less than the limit was sent: somebody else uses the key, or the limit is lower. */
export const EarlyRefusalSchema = z.object({
  brandId: BrandIdSchema,
  operation: OperationNameSchema,
  at: InstantSchema,
  /** Requests of this key and operation in that minute, by this desk or, in a team, by all desks. */
  sent: z.number().int(),
  allowed: z.number().int(),
})

export const serviceCalls = {
  'service.profile': call({ input: EmptySchema, output: ServiceProfileSchema, reads: ['profile'] }),
  'service.setProfile': call({ input: ServiceProfilePatchSchema, output: ServiceProfileSchema, reads: [] }),
  /** Of the last day, the newest of each brand and operation; the newest first. */
  'service.earlyRefusals': call({
    input: EmptySchema,
    output: z.object({ refusals: z.array(EarlyRefusalSchema) }),
    reads: ['brands', 'refusals'],
  }),
  'service.doctor': call({
    input: z.object({ brandId: BrandIdSchema }),
    output: z.object({ baseUrl: z.string(), checkedAt: InstantSchema, rows: z.array(DoctorRowSchema) }),
    reads: [],
  }),
  /** Asks an address once, without a key. Nothing is stored. */
  'service.checkAddress': call({
    input: z.object({ baseUrl: ServiceProfileSchema.shape.baseUrl }),
    output: AddressCheckSchema,
    reads: [],
  }),
  /**
   * Sends the keys of these brands to the service address, and stores its origin for each key that it proves. `host` is
   * what the user typed: the host of that address. `all`: every brand that waits for it.
   */
  'service.confirmAddress': call({
    input: z.object({ host: z.string().trim().max(300), brandIds: BrandIdsSchema }),
    output: z.object({ origin: z.string(), results: z.array(ConfirmResultSchema) }),
    reads: [],
  }),
}

export const serviceEvents = {
  'service.profileChanged': event(EmptySchema),
  'limiter.waiting': event(z.object({ brandId: BrandIdSchema, operation: OperationNameSchema, untilMs: z.number() })),
}
