import { z } from 'zod'
import type { Operation } from './define.ts'
import { CountSchema, CursorQuerySchema, OptionalNumberSchema, OptionalTextSchema } from './wire.ts'

export const ClusterSummarySchema = z.looseObject({
  totalKeywords: CountSchema,
  trackedPrompts: CountSchema,
  avgSearchVisibility: OptionalNumberSchema,
  avgAiVisibility: OptionalNumberSchema,
})

export const ClusterCoverageSchema = z.looseObject({
  total: CountSchema,
  published: CountSchema,
  generated: CountSchema,
  planned: CountSchema,
  unused: CountSchema,
})

export const ClusterLeaderSchema = z.looseObject({ name: z.string(), domain: z.string() })

/** `trend` is a word; `rising` is the one the interface shows, others are kept as they come. */
export const ClusterSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  keywordCount: CountSchema,
  promptCount: CountSchema,
  trackedPromptCount: CountSchema,
  trackedKeywordCount: CountSchema,
  aiVisibility: OptionalNumberSchema,
  searchVisibility: OptionalNumberSchema,
  topicalAuthorityScore: OptionalNumberSchema,
  coveragePct: OptionalNumberSchema,
  changePct: OptionalNumberSchema,
  coverage: ClusterCoverageSchema,
  trend: OptionalTextSchema,
  leaders: z.array(ClusterLeaderSchema),
})
export type Cluster = z.infer<typeof ClusterSchema>

export const TopicClustersReplySchema = z.looseObject({
  summary: ClusterSummarySchema,
  items: z.array(ClusterSchema),
  nextCursor: OptionalTextSchema,
})

export const topicClusterOperations = {
  'topicClusters.list': {
    method: 'GET',
    path: '/v3/topic-clusters',
    request: { query: CursorQuerySchema },
    response: TopicClustersReplySchema,
    safety: 'read',
    documented: true,
    open: { response: ['nextCursor'] },
  },
} as const satisfies Record<string, Operation>
