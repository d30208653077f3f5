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

export const CLUSTER_SORT_FIELDS = [
  'name',
  'keywordCount',
  'promptCount',
  'trackedPromptCount',
  'trackedKeywordCount',
  'aiVisibility',
  'searchVisibility',
  'topicalAuthorityScore',
  'coveragePct',
  'changePct',
  'createdAt',
] as const

export const ClusterRowSchema = z.object({
  brandId: BrandIdSchema,
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  keywordCount: z.number(),
  promptCount: z.number(),
  trackedPromptCount: z.number(),
  trackedKeywordCount: z.number(),
  aiVisibility: NumberOrNullSchema,
  searchVisibility: NumberOrNullSchema,
  topicalAuthorityScore: NumberOrNullSchema,
  coveragePct: NumberOrNullSchema,
  changePct: NumberOrNullSchema,
  coverage: z.object({
    total: z.number(),
    published: z.number(),
    generated: z.number(),
    planned: z.number(),
    unused: z.number(),
  }),
  /** The service's own word, e.g. `rising`. */
  trend: z.string().nullable(),
  leaders: z.array(z.object({ name: z.string(), domain: z.string() })),
})
export type ClusterRow = z.infer<typeof ClusterRowSchema>

const summary = {
  clusters: z.number().int(),
  totalKeywords: z.number(),
  trackedPrompts: z.number(),
  avgSearchVisibility: NumberOrNullSchema,
  avgAiVisibility: NumberOrNullSchema,
}

export const clusterCalls = {
  'clusters.page': call({
    input: z.object({
      ...pageInput,
      filter: z.object({ trend: z.array(z.string()).min(1).optional() }).default({}),
      sort: sortBy(CLUSTER_SORT_FIELDS, 'topicalAuthorityScore', 'desc'),
    }),
    output: pageOf(ClusterRowSchema),
    reads: ['clusters', 'brands'],
  }),
  /**
   * Keywords of the brand that have every word of the cluster's name, with their pages and the last 28 days. The service
   * does not list a cluster's keywords: this is the desk's own matching by text.
   */
  'clusters.keywords': call({
    input: z.object({ brandId: BrandIdSchema, clusterId: z.string().min(1).max(500) }),
    output: z.object({
      /** What a keyword must have, a plural s aside. */
      words: z.array(z.string()),
      /** The most clicks first, up to 50. */
      keywords: z.array(
        z.object({
          keyword: z.string(),
          position: NumberOrNullSchema,
          positionChange: NumberOrNullSchema,
          clicks: z.number(),
          clicksChange: NumberOrNullSchema,
          impressions: z.number(),
        }),
      ),
      total: z.number().int(),
      /** Pages that rank for them, up to 20. */
      pages: z.array(
        z.object({
          page: z.string(),
          keywords: z.number().int(),
          clicks: z.number(),
          impressions: z.number(),
          clicksChange: NumberOrNullSchema,
          impressionsChange: NumberOrNullSchema,
        }),
      ),
      /** Sum of clicks and mean position by day, of all of them. */
      days: z.array(z.object({ day: DaySchema, clicks: z.number(), position: NumberOrNullSchema })),
      freshAsOf: InstantSchema.nullable(),
    }),
    reads: ['clusters', 'rankings', 'history', 'brands'],
  }),
  /** The service's average of AI visibility as each sync read it, the last of each day (UTC), oldest first. The service has no past. */
  'clusters.aiVisibility': call({
    input: z.object({ brandId: BrandIdSchema }),
    output: z.object({
      days: z.array(z.object({ day: DaySchema, value: z.number() })),
      freshAsOf: InstantSchema.nullable(),
    }),
    reads: ['clusters', 'brands'],
  }),
  /** The service's summary brand by brand, and over them all (averages weighted by clusters). */
  'clusters.summary': call({
    input: z.object({ brandIds: BrandIdsSchema.default('all') }),
    output: z.object({
      rows: z.array(z.object({ brandId: BrandIdSchema, ...summary })),
      all: z.object(summary),
      /** Trend words that occur, for the filter. */
      trends: z.array(z.string()),
      freshAsOf: InstantSchema.nullable(),
    }),
    reads: ['clusters', 'brands'],
  }),
}
