import { z } from 'zod'
import {
  BrandIdSchema,
  BrandIdsSchema,
  DaySchema,
  InstantSchema,
  NumberOrNullSchema,
  pageInput,
  pageOf,
  sortBy,
} from './common.ts'
import { call } from './define.ts'
import { AnyPeriodSchema, PeriodSchema } from './values/period.ts'
import { RANK_BANDS } from './values/position-bands.ts'
import { SliceSchema } from './values/slice-schema.ts'

const KeywordSchema = z.string().min(1).max(2000)
const TagSchema = z.string().trim().min(1).max(40)

export const RANK_SORT_FIELDS = [
  'position',
  'positionChange',
  'keyword',
  'clicks',
  'clicksChange',
  'impressions',
  'impressionsChange',
  'ctr',
  'ctrChange',
  'pages',
  'isStarred',
] as const

/** `new` ranks now and did not before, `lost` the other way round; `up` and `down` moved by at least half a place. */
export const RankChangeSchema = z.enum(['up', 'down', 'new', 'lost', 'same'])

export const RankFilterSchema = z.object({
  /** This one alone, in whatever case. */
  keyword: z.string().min(1).max(2000).optional(),
  positionMin: z.number().min(0).optional(),
  positionMax: z.number().min(0).optional(),
  /** true: only keywords without a position; false: only with one. */
  notRanking: z.boolean().optional(),
  change: z.array(RankChangeSchema).min(1).optional(),
  /** By a person here, or in the service. */
  starred: z.boolean().optional(),
  /** By the service. */
  tracked: z.boolean().optional(),
  /** Has one of these tags of the desk. */
  tags: z.array(TagSchema).min(1).max(50).optional(),
  clicksMin: z.number().min(0).optional(),
  impressionsMin: z.number().min(0).optional(),
  /** Part of the address of a ranked page. */
  page: z.string().max(500).optional(),
  /** The whole address of a ranked page: longer addresses do not fit. */
  pageAddress: z.string().min(1).max(2000).optional(),
})
export type RankFilter = z.infer<typeof RankFilterSchema>

const measures = {
  clicks: z.number(),
  impressions: z.number(),
  /** A share, 0 to 1. */
  ctr: z.number(),
  position: NumberOrNullSchema,
  clicksChange: NumberOrNullSchema,
  impressionsChange: NumberOrNullSchema,
  ctrChange: NumberOrNullSchema,
  /** Current minus previous: negative is a climb. */
  positionChange: NumberOrNullSchema,
}

export const RankRowSchema = z.object({
  brandId: BrandIdSchema,
  keyword: z.string(),
  ...measures,
  /** The earlier position, where the row has a comparison and the keyword ranked. */
  positionBefore: NumberOrNullSchema,
  /** Here or in the service. */
  isStarred: z.boolean(),
  isStarredByService: z.boolean(),
  isTracked: z.boolean(),
  /** Tags of the desk. */
  tags: z.array(z.string()),
  languageId: z.string().nullable(),
  pages: NumberOrNullSchema,
  /** Of the latest review window; empty for an older day. */
  rankedPages: z.array(z.object({ page: z.string(), ...measures })),
  /**
   * The first of `rankedPages`; of a day or a period the page that ranked on its last cached day with one, looked for over
   * seven days. Null: not known.
   */
  topPage: z.string().nullable(),
  /** Positions of the `sparkDays` up to the last day of the 28 days, or the newest cached one before it, oldest first; null where it did not rank. */
  spark: z.array(NumberOrNullSchema).optional(),
})
export type RankRow = z.infer<typeof RankRowSchema>

const rankQuery = {
  brandIds: pageInput.brandIds,
  search: pageInput.search,
  /** Without `day` and `period`: the review window (28 days against the 28 before). Else that day alone. */
  day: DaySchema.optional(),
  /** With `day`: changes are against this day, and keywords lost since then are listed. */
  compareDay: DaySchema.optional(),
  /** Sums over days: of the cached days where all of them are cached, else as `sync.run` fetched the period. */
  period: AnyPeriodSchema.optional(),
  /** With `period`: changes are against this period; `previous` has the same length and ends the day before. */
  comparePeriod: z.union([z.literal('previous'), PeriodSchema]).optional(),
  /**
   * As it was when this was the newest whole day: relative periods end with it, and so do the trends. Without a period it is
   * the 28 days up to it vs the 28 before, added up from single days.
   */
  asOfDay: DaySchema.optional(),
  slice: SliceSchema.optional(),
  filter: RankFilterSchema.default({}),
  sort: sortBy(RANK_SORT_FIELDS, 'position'),
}
type When = { readonly [Name in 'day' | 'compareDay' | 'period' | 'comparePeriod' | 'asOfDay']?: unknown }
/** At most one of a day and a period, each compared with its like. */
const checkWhen = (input: When, context: z.RefinementCtx): void => {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (input.compareDay !== undefined && input.day === undefined) refuse('compareDay', 'compareDay needs day')
  if (input.comparePeriod !== undefined && input.period === undefined && input.asOfDay === undefined)
    refuse('comparePeriod', 'comparePeriod needs period')
  if (input.day !== undefined && input.period !== undefined) refuse('period', 'either day or period')
  if (input.day !== undefined && input.asOfDay !== undefined) refuse('asOfDay', 'either day or asOfDay')
}

/** Each page of movers reads both days of all its brands: a whole list takes few of them. */
export const MOVERS_PAGE_MAX = 10_000

export const MoverSchema = z.object({
  brandId: BrandIdSchema,
  keyword: z.string(),
  kind: z.enum(['up', 'down', 'new', 'lost']),
  fromPosition: NumberOrNullSchema,
  toPosition: NumberOrNullSchema,
  /** Current minus previous: negative is a climb; null without one of them. */
  positionChange: NumberOrNullSchema,
  /** Of a move between two days: of the second one, of the first where the keyword has no row on the second. */
  clicks: z.number(),
  impressions: z.number(),
  /** Of a move between two days: the clicks on each; 0 on a day without a row of the keyword. */
  dayClicks: z.object({ from: z.number(), to: z.number() }).optional(),
  /**
   * Of a real move. Its positions are the usual one (the median of the 3-day means of the 28 days before) and the mean of the last 3
   * days, null where it does not rank on the newest of them; its clicks and impressions are those of all 31 days.
   */
  real: z
    .object({
      /** Positions that are not unusual for the keyword; null where it did not rank before. */
      usual: z.object({ low: z.number(), high: z.number() }).nullable(),
      /** How many of the keyword's usual swings the move is; null for new and lost. */
      deviation: NumberOrNullSchema,
      /** Clicks a day, on average: in the 28 days before (of a lost keyword, those before it was lost), and in the last 3. */
      clicksBefore: z.number(),
      clicksNow: z.number(),
      /** The last of the 3 days: the newest whole day that the brand has. */
      lastDay: DaySchema,
    })
    .optional(),
})
export type Mover = z.infer<typeof MoverSchema>

const KeywordKeySchema = z.object({ brandId: BrandIdSchema, keyword: KeywordSchema })

const TotalSchema = z.object({
  now: z.number(),
  /** Of the rows that have a comparison; null where none has. */
  before: NumberOrNullSchema,
})

export const rankingCalls = {
  'rankings.page': call({
    input: z
      .object({
        ...rankQuery,
        cursor: pageInput.cursor,
        offset: pageInput.offset,
        limit: pageInput.limit,
        sparkDays: z.number().int().min(0).max(90).default(0),
      })
      .superRefine(checkWhen),
    output: pageOf(RankRowSchema),
    reads: ['rankings', 'history', 'brands', 'keywordMarks', 'tracked'],
  }),
  /** What the rows of the filtered set add up to. */
  'rankings.totals': call({
    input: z.object(rankQuery).omit({ sort: true }).superRefine(checkWhen),
    output: z.object({
      keywords: z.number().int(),
      bands: z.array(
        z.object({
          band: z.enum(RANK_BANDS),
          keywords: z.number().int(),
          /** Null in the review window: the service does not say where keywords were that it lost. */
          change: z.number().int().nullable(),
        }),
      ),
      clicks: TotalSchema,
      impressions: TotalSchema,
      ctr: TotalSchema,
      /** Mean over the keywords that rank; null where none does. */
      avgPosition: NumberOrNullSchema,
      /** Mean over the keywords that rank in both periods. */
      avgPositionChange: NumberOrNullSchema,
      /** What the totals are of, as days; null where nothing is cached. */
      period: PeriodSchema.nullable(),
      comparePeriod: PeriodSchema.nullable(),
      /** How many of the brands have the period, and how many of those the one that it is compared with. */
      brands: z.object({ asked: z.number().int(), shown: z.number().int(), compared: z.number().int() }),
    }),
    reads: ['rankings', 'history', 'brands', 'keywordMarks', 'tracked'],
  }),
  /** One keyword by day, oldest first, only days that are cached. */
  'rankings.history': call({
    input: z.object({
      brandId: BrandIdSchema,
      keyword: KeywordSchema,
      slice: SliceSchema.optional(),
      from: DaySchema.optional(),
      to: DaySchema.optional(),
    }),
    output: z.object({
      points: z.array(
        z.object({
          day: DaySchema,
          position: NumberOrNullSchema,
          clicks: z.number(),
          impressions: z.number(),
          ctr: z.number(),
        }),
      ),
      freshAsOf: InstantSchema.nullable(),
    }),
    reads: ['rankings', 'history'],
  }),
  /**
   * `all`: keywords that moved between two days, the largest moves first. `real`: keywords whose last 3 days are unusual
   * against the 28 before, the biggest loss of clicks first.
   */
  'rankings.movers': call({
    input: z
      .object({
        brandIds: BrandIdsSchema.default('all'),
        moves: z.enum(['all', 'real']).default('all'),
        from: DaySchema.optional(),
        to: DaySchema.optional(),
        /** Of real moves: as they were when this was the newest whole day. Worked out again, and not kept. */
        asOfDay: DaySchema.optional(),
        slice: SliceSchema.optional(),
        /** `up` has those that are new, `down` those that are lost, too. */
        kind: z.enum(['any', 'up', 'down', 'new', 'lost']).default('any'),
        /** All of its words, in any order; letter case does not matter. `real` counts what it leaves out too. */
        search: pageInput.search,
        cursor: pageInput.cursor,
        limit: z.number().int().min(1).max(MOVERS_PAGE_MAX).default(50),
      })
      .refine(({ moves, from, to }) => moves === 'real' || (from !== undefined && to !== undefined), {
        error: 'all moves need from and to: the two days that are compared',
        path: ['from'],
      }),
    output: z.object({
      rows: z.array(MoverSchema),
      /** All that fit, also those beyond the limit. */
      total: z.number().int(),
      nextCursor: z.string().nullable(),
      freshAsOf: InstantSchema.nullable(),
      /** Of real moves: the last day, and how many keywords climbed and fell, also those beyond the limit. */
      real: z.object({ lastDay: DaySchema, climbed: z.number().int(), fell: z.number().int() }).nullable().optional(),
    }),
    reads: ['rankings', 'history', 'brands'],
  }),
  /**
   * Stars keywords, or adds and removes tags: the desk's own marks, the same in every slice. `before` has the marks of
   * the keywords that changed, as they were.
   */
  'rankings.mark': call({
    input: z.object({
      keywords: z.array(KeywordKeySchema).min(1).max(10_000),
      /** Absent: unchanged. */
      star: z.boolean().optional(),
      addTags: z.array(TagSchema).max(50).default([]),
      removeTags: z.array(TagSchema).max(50).default([]),
    }),
    output: z.object({
      changed: z.number().int(),
      before: z.array(KeywordKeySchema.extend({ star: z.boolean(), tags: z.array(z.string()) })),
    }),
    reads: [],
  }),
  /** What marks these keywords, in their order: the person's own star and tags, and what the service says. */
  'rankings.marks': call({
    input: z.object({ keywords: z.array(KeywordKeySchema).min(1).max(500), slice: SliceSchema.optional() }),
    output: z.object({
      marks: z.array(
        KeywordKeySchema.extend({
          star: z.boolean(),
          tags: z.array(z.string()),
          isStarredByService: z.boolean(),
          isTracked: z.boolean(),
        }),
      ),
    }),
    reads: ['keywordMarks', 'rankings', 'tracked', 'brands'],
  }),
  /** The desk's tags on keywords of these brands, with how many keywords have each. */
  'rankings.tags': call({
    input: z.object({ brandIds: BrandIdsSchema.default('all') }),
    output: z.object({ tags: z.array(z.object({ tag: z.string(), count: z.number().int() })) }),
    reads: ['keywordMarks', 'brands'],
  }),
  'rankings.tracked': call({
    input: z.object({ brandId: BrandIdSchema }),
    output: z.object({ keywords: z.array(z.string()), freshAsOf: InstantSchema.nullable() }),
    reads: ['tracked'],
  }),
  /** Days for which at least one of the brands has a snapshot, newest first. */
  'rankings.days': call({
    input: z.object({ brandIds: BrandIdsSchema.default('all'), slice: SliceSchema.optional() }),
    output: z.object({
      days: z.array(z.object({ day: DaySchema, brands: z.number().int() })),
      /** The newest day that was over when it was read and that most of the brands have: relative periods end with it. */
      newestWholeDay: DaySchema.nullable(),
    }),
    reads: ['rankings', 'history', 'brands'],
  }),
}
