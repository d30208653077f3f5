import { z } from 'zod'
import type { Operation } from './define.ts'
import { CountSchema, CursorQuerySchema, DaySchema, OptionalNumberSchema, OptionalTextSchema } from './wire.ts'

/** What the desk suggests: the interface gives no values of devices, search types and countries. */
export const DEVICES = ['desktop', 'mobile', 'tablet'] as const
export const SEARCH_TYPES = ['web', 'image', 'video', 'news'] as const
/** `all` merges search console and tracked keywords, `ranked` is search console only, `tracked` tracked only. */
export const UNIVERSES = ['all', 'ranked', 'tracked'] as const

/** Our names for the parameters, of which the interface gives the meaning only; the profile maps them to the names on the wire. */
export const TopKeywordsQuerySchema = CursorQuerySchema.extend({
  startDate: DaySchema.optional(),
  endDate: DaySchema.optional(),
  days: z.coerce.number().int().min(1).max(730).optional(),
  device: z.string().min(1).optional(),
  searchType: z.string().min(1).optional(),
  country: z.string().min(1).optional(),
  universe: z.enum(UNIVERSES).optional(),
  limit: z.coerce.number().int().min(1).max(100_000).optional(),
  compare: z.stringbool().or(z.boolean()).optional(),
  currentDays: z.coerce.number().int().min(1).max(730).optional(),
  previousDays: z.coerce.number().int().min(1).max(730).optional(),
})

const measures = {
  clicks: CountSchema,
  impressions: CountSchema,
  ctr: z.number().finite(),
  position: OptionalNumberSchema,
  clicksChange: OptionalNumberSchema,
  impressionsChange: OptionalNumberSchema,
  ctrChange: OptionalNumberSchema,
  positionChange: OptionalNumberSchema,
}

export const RankedPageSchema = z.looseObject({ page: z.string(), ...measures })
export type RankedPage = z.infer<typeof RankedPageSchema>

/** A change is current minus previous, so a negative `positionChange` is a climb. `ctr` is a share from 0 to 1. */
export const TopKeywordSchema = z.looseObject({
  keyword: z.string(),
  ...measures,
  isStarred: z.boolean().nullish(),
  languageId: OptionalTextSchema,
  pages: OptionalNumberSchema,
  rankedPages: z.array(RankedPageSchema).nullish(),
})
export type TopKeyword = z.infer<typeof TopKeywordSchema>

export const TopKeywordsReplySchema = z.looseObject({
  items: z.array(TopKeywordSchema),
  nextCursor: OptionalTextSchema,
})

const TrackedKeywordSchema = z.union([
  z.string().transform((keyword) => ({ keyword })),
  z.looseObject({ keyword: z.string() }),
])

/** The interface shows the list as `items` in one place and as `keywords` in another; either is taken. */
export const TrackedKeywordsReplySchema = z.union([
  z.looseObject({ items: z.array(TrackedKeywordSchema), nextCursor: OptionalTextSchema }),
  z
    .looseObject({ keywords: z.array(TrackedKeywordSchema), nextCursor: OptionalTextSchema })
    .transform(({ keywords, ...rest }) => ({ ...rest, items: keywords })),
])

export const rankTrackingOperations = {
  'rankTracking.topKeywords': {
    method: 'GET',
    path: '/v3/rank-tracking/top-keywords',
    request: { query: TopKeywordsQuerySchema },
    response: TopKeywordsReplySchema,
    safety: 'read',
    documented: true,
    open: { response: ['nextCursor'] },
    openValues: { device: DEVICES, searchType: SEARCH_TYPES, country: [] },
    hasMeasures: true,
  },
  'rankTracking.keywords': {
    method: 'GET',
    path: '/v3/rank-tracking/keywords',
    request: { query: CursorQuerySchema },
    response: TrackedKeywordsReplySchema,
    safety: 'read',
    documented: false,
    open: { response: ['items[].keyword', 'nextCursor'] },
  },
} as const satisfies Record<string, Operation>
