import { byBrandNo, type RoomTables } from '../store/tables.ts'
import { aiVisibilityDays, aiVisibilityOfBrand, saveAiVisibilityDays } from './queries/ai-visibility-days.ts'
import { clustersSummary } from './queries/cluster-summaries.ts'
import { clusterName, clustersPage, ingestClusters } from './queries/clusters.ts'
import { clustersSchema } from './queries/schema.ts'

export const clustersTables = {
  schema: clustersSchema,
  reads: {
    'clusters.aiVisibility': aiVisibilityOfBrand,
    'clusters.name': clusterName,
    'clusters.page': clustersPage,
    'clusters.summary': clustersSummary,
  },
  writes: {
    core: {},
    cache: {
      'clusters.ingest': ingestClusters,
      'clusters.saveAiVisibility': saveAiVisibilityDays,
    },
  },
  migrations: { cache: { 28: aiVisibilityDays } },
  brandRows: { core: [], cache: [byBrandNo('ai_visibility_day'), byBrandNo('cluster'), byBrandNo('cluster_summary')] },
} satisfies RoomTables
