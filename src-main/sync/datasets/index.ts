import type { Dataset } from '../../../src-shared/desk/sync.ts'
import { syncConnectors } from './connectors.ts'
import type { SyncDataset } from './dataset.ts'
import { syncHistory } from './history.ts'
import { syncListing } from './listing.ts'
import { syncRankings } from './rankings.ts'
import { syncVisibility } from './visibility.ts'

export const datasetSyncs: Readonly<Record<Dataset, SyncDataset>> = {
  rankings: syncRankings,
  tracked: syncListing('tracked', 'rankTracking.keywords'),
  clusters: syncListing('clusters', 'topicClusters.list'),
  prospects: syncListing('prospects', 'outreach.prospects'),
  contacts: syncListing('contacts', 'outreach.contacts'),
  outbox: syncListing('outbox', 'outreach.outbox'),
  mailboxes: syncListing('mailboxes', 'outreach.sendingAccounts'),
  connectors: syncConnectors,
  visibility: syncVisibility,
  history: syncHistory,
}
