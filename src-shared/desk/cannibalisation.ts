import { z } from 'zod'
import { BrandIdSchema, DaySchema, InstantSchema, NumberOrNullSchema, pageInput, pageOf, sortBy } from './common.ts'
import { call } from './define.ts'
import { CONFLICT_SPANS } from './values/state-names.ts'

/** Flips: pages take turns at ranking best. Split: they share the clicks of the review window. */
export const CONFLICT_KINDS = ['flips', 'split', 'both'] as const
export const CONFLICT_SORT_FIELDS = ['clicks', 'cost', 'flips', 'impressions', 'keyword', 'since'] as const

const ConflictPageSchema = z.object({
  page: z.string(),
  /** On which it ranked best. */
  days: z.number().int(),
  /** Mean over those days; of the last 28 days where there is none. */
  position: NumberOrNullSchema,
  /** Of the keyword on those days. */
  clicks: z.number(),
  /** 0 to 1, of the clicks of both pages in the last 28 days; null where neither has any. */
  clickShare: NumberOrNullSchema,
})

const conflict = {
  kind: z.enum(CONFLICT_KINDS),
  /** The one that ranked best most often first. */
  pages: z.tuple([ConflictPageSchema, ConflictPageSchema]),
  /** How often the page that ranks best changed; lone days aside. */
  flips: z.number().int(),
  /** Of the keyword in the days that were looked at: what is at stake. */
  clicks: z.number(),
  impressions: z.number(),
  /**
   * Clicks that the days of the worse page cost, as an estimate; 0 where the pages differ by no more than chance; null
   * for a split.
   */
  cost: NumberOrNullSchema,
  /** The first day of the first turn; null for a split. */
  since: DaySchema.nullable(),
}

const StripSchema = z.object({
  /** The day of the first character. */
  from: DaySchema,
  /**
   * A character for each day: `a` and `b` where that page ranked best, `o` another page, `?` a page that is not known, `-`
   * not ranking, a space without a snapshot.
   */
  days: z.string(),
})

export const ConflictRowSchema = z.object({
  brandId: BrandIdSchema,
  keyword: z.string(),
  ...conflict,
  strip: StripSchema,
})
export type ConflictRow = z.infer<typeof ConflictRowSchema>

const AdviceSchema = z.object({
  action: z.enum(['merge', 'redirect', 'link', 'leave']),
  /** The page to keep, and the other one; null where there is nothing to do. */
  keep: z.string().nullable(),
  other: z.string().nullable(),
  /** For a person, as sentences. */
  text: z.string(),
})
export type Advice = z.infer<typeof AdviceSchema>

/** Days up to the newest whole one that are looked at; 90 without it. */
const SpanSchema = z.literal(CONFLICT_SPANS).optional()

export const cannibalisationCalls = {
  /** Keywords for which pages of one brand compete. */
  'cannibalisation.page': call({
    input: z.object({
      ...pageInput,
      filter: z
        .object({
          days: SpanSchema,
          kind: z.array(z.enum(CONFLICT_KINDS)).min(1).optional(),
          clicksMin: z.number().min(0).optional(),
          flipsMin: z.number().int().min(0).optional(),
          /** Part of the address of one of the two pages. */
          page: z.string().max(500).optional(),
        })
        .default({}),
      sort: sortBy(CONFLICT_SORT_FIELDS, 'clicks', 'desc'),
    }),
    output: pageOf(ConflictRowSchema).extend({
      /** Of all rows that fit. */
      totals: z.object({
        flips: z.number().int(),
        split: z.number().int(),
        both: z.number().int(),
        clicks: z.number(),
        cost: z.number(),
        /** Days that are synced, of the brand with the fewest and of the one with the most; 0 without rows. */
        leastDays: z.number().int(),
        mostDays: z.number().int(),
      }),
      /** Brands whose cached days say which page ranked, of those asked. */
      brands: z.object({ asked: z.number().int(), looked: z.number().int() }),
    }),
    reads: ['rankings', 'history', 'brands'],
  }),
  /** One keyword: which page ranked on each day, what both pages did, and what to do. */
  'cannibalisation.keyword': call({
    input: z.object({ brandId: BrandIdSchema, keyword: z.string().min(1).max(2000), days: SpanSchema }),
    output: z.object({
      /** Null where no pages compete. */
      conflict: z.object(conflict).nullable(),
      strip: StripSchema.nullable(),
      points: z.array(
        z.object({
          day: DaySchema,
          /** Null: not known, or not ranking. */
          page: z.string().nullable(),
          position: NumberOrNullSchema,
          clicks: z.number(),
          impressions: z.number(),
        }),
      ),
      /** Turns of the two pages, oldest first. */
      segments: z.array(z.object({ page: z.string(), from: DaySchema, to: DaySchema, days: z.number().int() })),
      /** All pages of the last 28 days, most clicks first. */
      window: z.array(
        z.object({
          page: z.string(),
          clicks: z.number(),
          impressions: z.number(),
          position: NumberOrNullSchema,
          /** Other keywords for which it ranks. */
          otherKeywords: z.number().int(),
        }),
      ),
      advice: AdviceSchema,
      freshAsOf: InstantSchema.nullable(),
    }),
    reads: ['rankings', 'history'],
  }),
}
