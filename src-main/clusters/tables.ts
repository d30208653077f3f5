import { byBrandNo, type RoomTables } from '../store/tables.ts'
import { clustersSummary } from './queries/cluster-summaries.ts'
import { clusterName, clustersPage, ingestClusters } from './queries/clusters.ts'
import { clustersSchema } from './queries/schema.ts'

export const clustersTables = {
  schema: clustersSchema,
  reads: {
    'clusters.name': clusterName,
    'clusters.page': clustersPage,
    'clusters.summary': clustersSummary,
  },
  writes: {
    core: {},
    cache: {
      'clusters.ingest': ingestClusters,
    },
  },
  brandRows: { core: [], cache: [byBrandNo('cluster'), byBrandNo('cluster_summary')] },
} satisfies RoomTables
