import { z } from 'zod'
import { BrandIdSchema, BrandIdsSchema, EmptySchema, InstantSchema } from './common.ts'
import { DATASETS } from './datasets.ts'
import { call, event } from './define.ts'
import { DeskErrorValueSchema } from './error-schemas.ts'
import { PeriodSchema } from './values/period.ts'
import { SliceSchema } from './values/slice-schema.ts'

export { DATASETS }

export const DatasetSchema = z.enum(DATASETS)
export type Dataset = z.infer<typeof DatasetSchema>

export const SYNC_STATES = ['never', 'queued', 'running', 'ok', 'failed', 'cancelled'] as const

export const DatasetFreshnessSchema = z.object({
  dataset: DatasetSchema,
  state: z.enum(SYNC_STATES),
  /** The last time it was read whole; kept when a later try fails. */
  fetchedAt: InstantSchema.nullable(),
})

export const SyncStatusRowSchema = DatasetFreshnessSchema.extend({
  brandId: BrandIdSchema,
  rows: z.number().int().nullable(),
  error: DeskErrorValueSchema.nullable(),
  nextTryAt: InstantSchema.nullable(),
  /** Counted steps of what runs now (days of history, pages of a listing). */
  done: z.number().int().nullable(),
  total: z.number().int().nullable(),
})
export type SyncStatusRow = z.infer<typeof SyncStatusRowSchema>

/** Who wanted it: the person, the sync interval, or the desk's own looks at outreach that the service works on. */
export const RUN_ORIGINS = ['person', 'interval', 'watch'] as const
export type RunOrigin = (typeof RUN_ORIGINS)[number]

export const SyncRunSchema = z.object({
  runId: z.string(),
  origin: z.enum(RUN_ORIGINS),
  startedAt: InstantSchema,
  endedAt: InstantSchema.nullable(),
  /** Brand × dataset pairs. */
  done: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
  total: z.number().int(),
})
export type SyncRun = z.infer<typeof SyncRunSchema>

export const syncCalls = {
  /** Starts a run, or adds to the person's one under way; it goes before what the desk reads by itself. */
  'sync.run': call({
    input: z.object({
      brandIds: BrandIdsSchema.default('all'),
      datasets: z.array(DatasetSchema).min(1).optional(),
      slice: SliceSchema.optional(),
      /** Only these periods of the rankings, each in one listing; for periods whose days are not all cached. */
      periods: z.array(PeriodSchema).min(1).max(2).optional(),
      /** How far back this run's history goes, where that is further than the setting. */
      historyDays: z.number().int().min(1).max(365).optional(),
    }),
    output: z.object({ runId: z.string(), total: z.number().int() }),
    reads: [],
  }),
  'sync.status': call({
    input: z.object({ brandIds: BrandIdsSchema.default('all') }),
    output: z.object({
      rows: z.array(SyncStatusRowSchema),
      /** The run under way, else the last: the person's or the interval's. */
      run: SyncRunSchema.nullable(),
      /** The desk's own look at running outreach, under way or the last. */
      watch: SyncRunSchema.nullable(),
    }),
    reads: ['sync', 'brands'],
  }),
  /** Ends the run, or what it still has to do for these brands; rows already fetched stay. */
  'sync.cancel': call({
    input: z.object({ runId: z.string().optional(), brandIds: BrandIdsSchema.optional() }),
    output: z.object({ cancelled: z.number().int() }),
    reads: [],
  }),
  /** What the person looks at goes first. */
  'sync.prioritise': call({
    input: z.object({ brandIds: z.array(BrandIdSchema).max(50), dataset: DatasetSchema.optional() }),
    output: EmptySchema,
    reads: [],
  }),
}

export const syncEvents = {
  'sync.progress': event(
    z.object({
      run: SyncRunSchema,
      /** The pair that moved; absent when the run itself started or ended. */
      pair: SyncStatusRowSchema.optional(),
    }),
  ),
}
