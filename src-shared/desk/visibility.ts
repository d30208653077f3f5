import { z } from 'zod'
import { CADENCE_LADDER_DAYS } from '../service/limits.ts'
import { BrandIdSchema, BrandIdsSchema, InstantSchema } from './common.ts'
import { call } from './define.ts'
import { DeskErrorValueSchema } from './error-schemas.ts'

const ModelIdSchema = z.string().min(1).max(200)
const IntervalSchema = z.literal([...CADENCE_LADDER_DAYS])

export const BrandModelSchema = z.object({
  modelId: ModelIdSchema,
  isActive: z.boolean(),
  canEnable: z.boolean(),
  planId: z.string().nullable(),
  /** Why it cannot be enabled; null where it can. */
  reason: z.string().nullable(),
})

export const BrandModelsSchema = z.object({
  brandId: BrandIdSchema,
  fetchedAt: InstantSchema.nullable(),
  models: z.array(BrandModelSchema),
  error: DeskErrorValueSchema.nullable(),
})
export type BrandModels = z.infer<typeof BrandModelsSchema>

/** All in days. */
export const BrandIntervalSchema = z.object({
  brandId: BrandIdSchema,
  fetchedAt: InstantSchema.nullable(),
  planFloor: z.number().int().nullable(),
  allowedIntervals: z.array(z.number().int()),
  customInterval: z.number().int().nullable(),
  effectiveInterval: z.number().int().nullable(),
  /** What the plan's floor made of the chosen value, in plain words; null where nothing. */
  clamp: z.string().nullable(),
  error: DeskErrorValueSchema.nullable(),
})
export type BrandInterval = z.infer<typeof BrandIntervalSchema>

/** `unchanged`: it was so already, nothing was sent. `error` says what a 403 or 404 means here. */
export const VisibilityResultSchema = z.object({
  brandId: BrandIdSchema,
  /** The model, or null where the interval was set. */
  modelId: z.string().nullable(),
  state: z.enum(['applied', 'unchanged', 'refused', 'failed']),
  error: DeskErrorValueSchema.nullable(),
  /** E.g. "applies at the next refresh". */
  note: z.string().nullable(),
})
export type VisibilityResult = z.infer<typeof VisibilityResultSchema>
const results = z.object({ results: z.array(VisibilityResultSchema) })

export const visibilityCalls = {
  /** From what was read last (dataset `visibility` of `sync.run`). */
  'visibility.models': call({
    input: z.object({ brandIds: BrandIdsSchema.default('all') }),
    output: z.object({
      models: z.array(z.object({ modelId: ModelIdSchema, name: z.string() })),
      brands: z.array(BrandModelsSchema),
    }),
    reads: ['visibility', 'brands'],
  }),
  'visibility.setModel': call({
    input: z.object({ brandIds: BrandIdsSchema, modelId: ModelIdSchema, isActive: z.boolean() }),
    output: results,
    reads: [],
  }),
  'visibility.intervals': call({
    input: z.object({ brandIds: BrandIdsSchema.default('all') }),
    output: z.object({ brands: z.array(BrandIntervalSchema) }),
    reads: ['visibility', 'brands'],
  }),
  /** null: follow the plan. A value outside the ladder is `invalid`, one outside a brand's own allowed ones `refused`. */
  'visibility.setInterval': call({
    input: z.object({ brandIds: BrandIdsSchema, interval: IntervalSchema.nullable() }),
    output: results,
    reads: [],
  }),
  /** Many staged changes at once, a result each; one that fails stops none. */
  'visibility.apply': call({
    input: z.object({
      changes: z
        .array(
          z.union([
            z.strictObject({ brandId: BrandIdSchema, modelId: ModelIdSchema, isActive: z.boolean() }),
            z.strictObject({ brandId: BrandIdSchema, interval: IntervalSchema.nullable() }),
          ]),
        )
        .min(1)
        .max(20_000),
    }),
    output: results,
    reads: [],
  }),
}
