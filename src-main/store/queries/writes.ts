import type { WriteQuery } from '../db.ts'
import { backupCore } from './backup.ts'
import { deleteBrand } from './brand-removal.ts'
import { insertBrand, updateBrand } from './brands.ts'
import { ingestClusters } from './clusters.ts'
import { ingestContacts } from './contacts.ts'
import { saveFreshness } from './freshness.ts'
import { saveLimiterWindow } from './limiter-windows.ts'
import { ingestProspects } from './prospects.ts'
import { rankWrites } from './rank-registry.ts'
import { setSetting } from './settings.ts'
import { ingestTracked } from './tracked-keywords.ts'

/** What the writer does, by name; the transaction is the query's own. */
export const writes = {
  'brands.delete': deleteBrand,
  'brands.insert': insertBrand,
  'brands.update': updateBrand,
  'clusters.ingest': ingestClusters,
  'contacts.ingest': ingestContacts,
  'core.backup': backupCore,
  'freshness.save': saveFreshness,
  'limiter.save': saveLimiterWindow,
  'prospects.ingest': ingestProspects,
  ...rankWrites,
  'settings.set': setSetting,
  'tracked.ingest': ingestTracked,
} satisfies Record<string, WriteQuery>
