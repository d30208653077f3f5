import type { Dataset } from '../../../src-shared/desk/sync.ts'
import { syncClusters } from './clusters.ts'
import { syncContacts } from './contacts.ts'
import type { SyncDataset } from './dataset.ts'
import { syncHistory } from './history.ts'
import { syncProspects } from './prospects.ts'
import { syncRankings } from './rankings.ts'
import { syncTracked } from './tracked.ts'

export const datasetSyncs = {
  rankings: syncRankings,
  tracked: syncTracked,
  clusters: syncClusters,
  prospects: syncProspects,
  contacts: syncContacts,
  history: syncHistory,
} satisfies Record<Dataset, SyncDataset>
