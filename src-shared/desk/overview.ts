// What brands.overview is asked for beside its page. The window imports the lists, not the schemas.
import { z } from 'zod'
import { BRANDS_MAX, BrandIdSchema, DaySchema, NumberOrNullSchema, pageInput, sortBy } from './common.ts'
import { HEALTHS, OVERVIEW_SORTS } from './overview-order.ts'

export const HealthSchema = z.enum(HEALTHS)
const CountSchema = z.number().int()

export const OverviewInputSchema = z.object({
  ...pageInput,
  /** The figures of rankings as they were when this was the newest whole day; all others are of now. */
  asOfDay: DaySchema.optional(),
  /** Only brands with this tag, and of this health. */
  tag: z.string().max(40).optional(),
  health: HealthSchema.optional(),
  /** Brands that need attention for another reason than their data: they count, sort and are found as such. */
  attention: z.array(BrandIdSchema).max(BRANDS_MAX).default([]),
  sort: sortBy(OVERVIEW_SORTS, 'added'),
  /** Also all brands that fit, and their sums. */
  whole: z.boolean().default(false),
})

/** Over all brands that fit. An average counts each brand that has a value once; a sum of none is null. */
export const OverviewWholeSchema = z.object({
  /** In the order of the rows. */
  brandIds: z.array(BrandIdSchema),
  visibility: NumberOrNullSchema,
  visibilityChange: NumberOrNullSchema,
  clicks: z.number(),
  impressions: z.number(),
  keywords: CountSchema,
  realUp: NumberOrNullSchema,
  realDown: NumberOrNullSchema,
  /** Of all brands asked about, whether they fit or not. */
  brands: CountSchema,
  healths: z.object({ attention: CountSchema, warning: CountSchema, empty: CountSchema, ok: CountSchema }),
})
