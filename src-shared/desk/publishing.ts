import { z } from 'zod'
import { ProviderSchema } from '../service/cms.ts'
import {
  BrandIdSchema,
  BrandIdsSchema,
  DaySchema,
  EmptySchema,
  InstantSchema,
  pageInput,
  pageOf,
  sortBy,
} from './common.ts'
import { call } from './define.ts'
import { HoldSecondsSchema } from './intents.ts'
import { CALENDAR_STATES, IMPACT_VERDICTS } from './values/state-names.ts'

const EntryIdSchema = z.string().regex(/^article_\d{1,15}$/)
/** The most entries that one action settles. */
const SETTLED_MAX = 500

const SlugSchema = z.string().trim().min(1).max(500)

/** The articles of one brand. Slugs are distinct within it. */
export const PublishTargetSchema = z.object({
  brandId: BrandIdSchema,
  articleSlugs: z.array(SlugSchema).min(1).max(500),
})

const isOnce = (slugs: readonly string[]) => new Set(slugs).size === slugs.length
const TargetsSchema = z
  .array(
    PublishTargetSchema.refine(({ articleSlugs }) => isOnce(articleSlugs), {
      error: 'a slug is listed twice',
      path: ['articleSlugs'],
    }),
  )
  .min(1)
  .max(200)

/** One brand's `{ brandId, articleSlugs }`, or `targets` for many; exactly one of the two. */
const targeted = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({
    targets: TargetsSchema.optional(),
    brandId: BrandIdSchema.optional(),
    articleSlugs: z.array(SlugSchema).min(1).max(500).refine(isOnce, 'a slug is listed twice').optional(),
    articleSlug: SlugSchema.optional(),
    holdSeconds: HoldSecondsSchema.optional(),
    /** Accepted warnings of `publishing.check`, by code. */
    accept: z.array(z.string()).max(100).default([]),
    ...shape,
  })

const intentIds = z.object({
  /** The first of `intentIds`. */
  intentId: z.string(),
  intentIds: z.array(z.string()),
})

/** `duplicate`: already published or being sent; `same-slot`; `wrong-brand`: another brand's name or domain in the slug. */
export const PublishWarningSchema = z.object({
  code: z.enum(['duplicate', 'same-slot', 'wrong-brand']),
  brandId: BrandIdSchema,
  articleSlug: z.string(),
  message: z.string(),
})

/**
 * `confirmed`: by a webhook. `overdue`: its time has passed, and no webhook has confirmed it. `due`: its time has passed, and
 * its platform sends no webhook. A person may settle both (`publishing.settle`).
 */
export const CalendarEntrySchema = z.object({
  id: z.string(),
  brandId: BrandIdSchema,
  articleSlug: z.string(),
  provider: ProviderSchema,
  status: z.enum(['draft', 'publish']),
  /** When it is or was published. */
  at: InstantSchema,
  state: z.enum(CALENDAR_STATES),
  confirmedByWebhook: z.boolean(),
  intentId: z.string(),
  postUrl: z.string().nullable(),
  reason: z.string().nullable(),
  /** As a webhook reported it; null where none did. */
  title: z.string().nullable(),
  /**
   * While an action is not done: `from` on the old time, `to` on the new one; `kept`: the service ends it with another
   * schedule of the article, and it is set again at its time. `intentId` cancels the whole action.
   */
  move: z
    .object({ part: z.enum(['from', 'to', 'kept']), from: InstantSchema, to: InstantSchema, intentId: z.string() })
    .nullable(),
})
export type CalendarEntry = z.infer<typeof CalendarEntrySchema>

/** Where the desk saw an article. */
export const SEEN_IN = ['delivery', 'publish', 'ranked-page'] as const

export const ArticleSchema = z.object({
  brandId: BrandIdSchema,
  articleSlug: z.string(),
  /** As a webhook reported it; null where none did. */
  title: z.string().nullable(),
  seenIn: z.enum(SEEN_IN),
  /** Of its newest entry that was not cancelled; null: neither published nor scheduled as far as the desk knows. */
  state: z.enum(CALENDAR_STATES).nullable(),
  at: InstantSchema.nullable(),
  lastPublishedAt: InstantSchema.nullable(),
  provider: ProviderSchema.nullable(),
  url: z.string().nullable(),
  /** Each platform by its newest entry that was not cancelled; `state`, `at` and `provider` above are of the newest of all. */
  providers: z.array(
    z.object({
      provider: ProviderSchema,
      state: z.enum(CALENDAR_STATES),
      at: InstantSchema,
      url: z.string().nullable(),
    }),
  ),
  /** What followed its last publish, as `impact.list` has it; null: nothing was worked out yet. */
  impact: z.object({ verdict: z.enum(IMPACT_VERDICTS), day: DaySchema }).nullable(),
})
export type Article = z.infer<typeof ArticleSchema>

/**
 * `newest`: when it was or will be published. `next`, ascending: what needs a person, then what is to come, the nearest first,
 * then what is out, the newest first.
 */
export const ARTICLE_SORTS = ['next', 'newest', 'title', 'state', 'lastPublishedAt', 'seenIn'] as const
export type ArticleSort = (typeof ARTICLE_SORTS)[number]

const status = z.enum(['draft', 'publish']).default('publish')

export const publishingCalls = {
  /** Warnings of a publish or schedule, before anything is sent. */
  'publishing.check': call({
    input: targeted({ provider: ProviderSchema, publishAt: InstantSchema.optional() }),
    output: z.object({ warnings: z.array(PublishWarningSchema) }),
    reads: ['articles', 'deliveries', 'rankings', 'brands'],
  }),
  'publishing.publish': call({ input: targeted({ provider: ProviderSchema, status }), output: intentIds, reads: [] }),
  'publishing.schedule': call({
    input: targeted({ provider: ProviderSchema, status, publishAt: InstantSchema }),
    output: intentIds,
    reads: [],
  }),
  /** Schedules articles of one brand, each at its own time: one intent each, all on disk before any is sent. */
  'publishing.space': call({
    input: z.object({
      brandId: BrandIdSchema,
      slots: z
        .array(z.object({ articleSlug: SlugSchema, publishAt: InstantSchema }))
        .min(1)
        .max(100)
        .refine((slots) => isOnce(slots.map(({ articleSlug }) => articleSlug)), 'a slug is listed twice'),
      provider: ProviderSchema,
      status,
      holdSeconds: HoldSecondsSchema.optional(),
      accept: z.array(z.string()).max(100).default([]),
    }),
    output: intentIds,
    reads: [],
  }),
  /**
   * Moves a held or scheduled entry to another time. What the service has scheduled is unscheduled and scheduled again by two
   * intents, written together; the second is sent only after the service confirmed the first. The service ends what the article
   * is scheduled for on other providers too: it is set again by the same action.
   */
  'publishing.move': call({
    input: z.object({
      entryId: EntryIdSchema,
      publishAt: InstantSchema,
      holdSeconds: HoldSecondsSchema.default(30),
      /** `same-slot`: another article of the brand may have this minute too. */
      accept: z.array(z.string()).max(100).default([]),
    }),
    output: intentIds,
    reads: [],
  }),
  /**
   * The service ends all schedules of an article at once. With `provider`, only its schedule ends: the others are set again at
   * their times, as parts of the same action, unless `others` ends them too. Without either, it is refused where an article
   * has several.
   */
  'publishing.unschedule': call({
    input: targeted({ provider: ProviderSchema.optional(), others: z.enum(['keep', 'end']).default('keep') }),
    output: intentIds,
    reads: [],
  }),
  /** What the service has scheduled of these articles, or may have: an unschedule or a move of one ends all of it. */
  'publishing.schedules': call({
    input: targeted({}),
    output: z.object({
      schedules: z.array(
        CalendarEntrySchema.pick({ brandId: true, articleSlug: true, provider: true, at: true }).extend({
          entryId: z.string(),
          /** Its time has passed, or it is unknown: it may end too, and is not set again. */
          mayEnd: z.boolean(),
        }),
      ),
    }),
    reads: ['articles'],
  }),
  'publishing.unpublish': call({ input: targeted({ provider: ProviderSchema }), output: intentIds, reads: [] }),
  'publishing.calendar': call({
    input: z.object({
      brandIds: BrandIdsSchema.default('all'),
      from: DaySchema,
      to: DaySchema,
      /** Of the articles of a day that are out, only the last ones, so many; left out: all. Days are in UTC. */
      perDay: z.number().int().min(1).max(500).optional(),
    }),
    output: z.object({
      /** By time. */
      entries: z.array(CalendarEntrySchema),
      /** How many more articles of a day are out than `perDay`. */
      more: z.array(z.object({ day: DaySchema, count: z.number().int() })),
    }),
    reads: ['articles', 'deliveries', 'brands'],
  }),
  /** A person settles one entry that is overdue or due, or many: all or none. `conflict` for any other. */
  'publishing.settle': call({
    input: z
      .object({
        entryId: EntryIdSchema.optional(),
        entryIds: z.array(EntryIdSchema).min(1).max(SETTLED_MAX).optional(),
        isOut: z.boolean(),
      })
      .refine(({ entryId, entryIds }) => (entryId === undefined) !== (entryIds === undefined), {
        error: 'give either entryId or entryIds',
        path: ['entryId'],
      }),
    output: EmptySchema,
    reads: [],
  }),
  /** Known slugs of the brand: from deliveries, earlier publishes and ranked pages. */
  'publishing.slugs': call({
    input: z.object({
      brandId: BrandIdSchema,
      search: z.string().max(500).default(''),
      limit: z.number().int().min(1).max(50).default(20),
    }),
    output: z.object({
      slugs: z.array(z.object({ articleSlug: z.string(), seenIn: z.enum(['delivery', 'publish', 'ranked-page']) })),
    }),
    reads: ['articles', 'deliveries', 'rankings'],
  }),
  /**
   * Articles that the desk knows, by what happened last: from earlier publishes, deliveries and ranked pages. Of more than ten
   * brands, only the first 20 ranked pages of each are read.
   */
  'publishing.articles': call({
    input: z.object({
      ...pageInput,
      filter: z
        .object({
          state: z.array(z.enum(CALENDAR_STATES)).min(1).optional(),
          seenIn: z.array(z.enum(SEEN_IN)).min(1).optional(),
          /** Ranked pages in place of nothing, where these brands have no other article. */
          orPages: z.boolean().optional(),
        })
        .default({}),
      sort: sortBy(ARTICLE_SORTS, 'newest', 'desc'),
    }),
    output: pageOf(ArticleSchema),
    reads: ['articles', 'deliveries', 'rankings', 'impact', 'brands'],
  }),
  /** Days of confirmed publishes, for marks in the rank chart; `page` is the ranked page whose address has the slug. */
  'publishing.marks': call({
    input: z.object({ brandId: BrandIdSchema, keyword: z.string().min(1).max(2000).optional() }),
    output: z.object({
      marks: z.array(z.object({ day: DaySchema, articleSlug: z.string(), page: z.string().nullable() })),
    }),
    reads: ['articles', 'deliveries', 'rankings'],
  }),
}
