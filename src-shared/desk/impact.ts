import { z } from 'zod'
import { BrandIdSchema, DaySchema, NumberOrNullSchema, pageInput, pageOf, sortBy } from './common.ts'
import { call } from './define.ts'
import { IMPACT_REASONS, IMPACT_VERDICTS } from './values/state-names.ts'

export const ImpactVerdictSchema = z.enum(IMPACT_VERDICTS)
export type ImpactVerdict = z.infer<typeof ImpactVerdictSchema>

/** Why there is no up or down, where it is not that the change is too small to be told from chance. */
const ImpactReasonSchema = z.enum(IMPACT_REASONS)
export type ImpactReason = z.infer<typeof ImpactReasonSchema>

/** Shares of what is expected without the article: 0.25 is a quarter more. */
const IntervalSchema = z.object({ low: z.number(), high: z.number() })

export const ImpactRowSchema = z.object({
  brandId: BrandIdSchema,
  articleSlug: z.string(),
  /** As a webhook reported it; null where none did. */
  title: z.string().nullable(),
  publishedDay: DaySchema,
  /** The ranked page whose address has the slug; null: none ranked in these days. */
  page: z.string().nullable(),
  /** It ranked for nothing in the days before: its keywords are those it ranked for after. */
  isNewPage: z.boolean(),
  verdict: ImpactVerdictSchema,
  reason: ImpactReasonSchema.nullable(),
  /** Clicks against those expected from the untouched pages, as a share; null where nothing could be compared. */
  effect: NumberOrNullSchema,
  /** Holds the true effect in at least 95 of 100 cases. */
  interval: IntervalSchema.nullable(),
  /** A rise smaller than this share is not seen in at least one of five cases, nor is a fall that it would make up for. */
  detectable: NumberOrNullSchema,
  /** How many keywords the page ranked for. */
  keywords: z.number().int(),
  /** A day's average over the keywords of the page. */
  clicksBefore: NumberOrNullSchema,
  clicksAfter: NumberOrNullSchema,
  /** How clicks of the untouched pages changed, as a share. */
  controlChange: NumberOrNullSchema,
  /** Whole days after publishing that are compared. */
  daysAfter: z.number().int(),
})
export type ImpactRow = z.infer<typeof ImpactRowSchema>

export const IMPACT_SORTS = [
  'publishedDay',
  'title',
  'verdict',
  'effect',
  'detectable',
  'keywords',
  'clicksBefore',
  'clicksAfter',
] as const
export type ImpactSort = (typeof IMPACT_SORTS)[number]

const SpanSchema = z.object({ from: DaySchema, to: DaySchema })
const BeforeAfterSchema = z.object({ before: NumberOrNullSchema, after: NumberOrNullSchema })

/** As `effect`, `interval` and `controlChange` of the row are for clicks; null where nothing could be compared. */
const ComparedSchema = BeforeAfterSchema.extend({
  effect: NumberOrNullSchema,
  interval: IntervalSchema.nullable(),
  controlChange: NumberOrNullSchema,
})

export const impactCalls = {
  /**
   * Published articles with what followed. `waiting`: brands whose days or articles changed and that are not worked out yet;
   * `changed` with `impact` follows.
   */
  'impact.list': call({
    input: z.object({
      ...pageInput,
      filter: z
        .object({
          verdict: z.array(ImpactVerdictSchema).min(1).optional(),
          /** Published on these days, both included. */
          from: DaySchema.optional(),
          to: DaySchema.optional(),
        })
        .default({}),
      sort: sortBy(IMPACT_SORTS, 'publishedDay', 'desc'),
    }),
    output: pageOf(ImpactRowSchema).extend({
      waiting: z.number().int(),
      /** Articles of each verdict, whichever verdicts are asked for. */
      verdicts: z.record(ImpactVerdictSchema, z.number().int()),
    }),
    reads: ['impact', 'rankings', 'history', 'articles', 'deliveries', 'brands'],
  }),
  /** One article; `day` is its `publishedDay`. `not-found` where nothing was published under that slug on that day. */
  'impact.article': call({
    input: z.object({ brandId: BrandIdSchema, articleSlug: z.string().min(1).max(500), day: DaySchema }),
    output: z.object({
      row: ImpactRowSchema,
      /** Null where nothing could be compared. */
      spans: z.object({ before: SpanSchema, after: SpanSchema }).nullable(),
      /** Clicks by day, and what the untouched pages let expect; null on days that are not cached. */
      series: z.array(
        z.object({
          day: DaySchema,
          clicks: NumberOrNullSchema,
          expected: NumberOrNullSchema,
          low: NumberOrNullSchema,
          high: NumberOrNullSchema,
        }),
      ),
      keywords: z.array(
        z.object({
          keyword: z.string(),
          position: BeforeAfterSchema,
          /** A day's average. */
          clicks: BeforeAfterSchema,
          impressions: BeforeAfterSchema,
        }),
      ),
      controls: z.array(z.object({ page: z.string(), clicks: BeforeAfterSchema })),
      /** The same comparison for impressions, as shares, and for the average position, in places; without a verdict. */
      impressions: ComparedSchema,
      position: ComparedSchema,
      /** How the verdict came about, a sentence each. */
      reasons: z.array(z.string()),
    }),
    reads: ['impact', 'rankings', 'history', 'articles', 'deliveries', 'brands'],
  }),
}
