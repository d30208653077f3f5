import { z } from 'zod'
import { BrandIdSchema, DaySchema, InstantSchema, NumberOrNullSchema } from './common.ts'
import { call } from './define.ts'
import { SliceSchema } from './values/slice-schema.ts'
import { insideText, type TrackRecord } from './values/track-record.ts'

export const FORECAST_DAYS_MAX = 90
export const FORECAST_MEASURES = ['clicks', 'impressions', 'position'] as const

/** On the brand's own earlier days, each forecast from the days before it alone. */
const HeldSchema = z.object({
  /** 0 to 1: the part of the days that lay inside the band. */
  share: z.number().min(0).max(1),
  weeks: z.number().int(),
})

export const forecastCalls = {
  /**
   * What the days after the newest whole one are expected to be, for all keywords of a brand or for one. The position of
   * a brand is the average over its keywords.
   */
  'rankings.forecast': call({
    input: z.object({
      brandId: BrandIdSchema,
      measure: z.enum(FORECAST_MEASURES),
      keyword: z.string().min(1).max(2000).optional(),
      slice: SliceSchema.optional(),
      days: z.number().int().min(1).max(FORECAST_DAYS_MAX).default(28),
      /** As it was when this was the newest day. */
      asOfDay: DaySchema.optional(),
    }),
    output: z.object({
      /** Oldest first, each day from the first known to the last; null: not cached, not whole, or not ranking. */
      past: z.array(z.object({ day: DaySchema, value: NumberOrNullSchema })),
      /** Null where `reason` says why. Fewer days than asked where the history is short. */
      forecast: z
        .array(z.object({ day: DaySchema, value: z.number(), low: z.number(), high: z.number() }))
        .min(1)
        .nullable(),
      /** Why nothing is forecast, as a sentence for a person. */
      reason: z.string().nullable(),
      /** The part of days that should lie from `low` to `high`. */
      share: z.number(),
      /** Names the method, in a few words. */
      method: z.string(),
      /** Null where the history is too short to tell. */
      held: HeldSchema.nullable(),
      /**
       * Days that were forecast before and came since, and how many were inside the band as it was said first: of the
       * brand, or of those of its keywords that were asked for. Null with a device, country, search type or earlier day.
       */
      record: z.object({ right: z.number().int(), judged: z.number().int(), isOfKeywords: z.boolean() }).nullable(),
      /** The sync instant of the newest day. */
      freshAsOf: InstantSchema.nullable(),
    }),
    reads: ['rankings', 'history'],
  }),
}

type Told = {
  readonly share: number
  readonly held: z.infer<typeof HeldSchema> | null
  readonly record: (TrackRecord & { readonly isOfKeywords: boolean }) | null
}

/**
 * `80% of days are expected inside the band. In the last 8 weeks it held 79% of the days. Of 46 days forecast before, 41
 * were inside.`
 */
export const forecastText = ({ share, held, record }: Told): string => {
  const expected = `${Math.round(share * 100)}% of days are expected inside the band.`
  const past =
    held === null
      ? 'The history is too short to test this forecast.'
      : `In the last ${held.weeks} weeks it held ${Math.round(held.share * 100)}% of the days.`
  return [
    expected,
    past,
    record === null ? null : insideText(record, record.isOfKeywords ? ' for keywords of this brand' : ''),
  ]
    .filter((part) => part !== null)
    .join(' ')
}
