import { z } from 'zod'
import {
  BrandIdSchema,
  BrandIdsSchema,
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
  /** The service's summary brand by brand, and over them all (averages weighted by clusters). */
  'clusters.summary': call({
    input: z.object({ brandIds: BrandIdsSchema.default('all') }),
    output: z.object({
      rows: z.array(z.object({ brandId: BrandIdSchema, ...summary })),
      all: z.object(summary),
      /** Trend words that occur, for the filter. */
      trends: z.array(z.string()),
      asOf: InstantSchema.nullable(),
    }),
    reads: ['clusters', 'brands'],
  }),
}
