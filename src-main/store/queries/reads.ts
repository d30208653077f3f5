import type { ReadQuery } from '../db.ts'
import { listBrands } from './brands.ts'
import { clustersSummary } from './cluster-summaries.ts'
import { clustersPage } from './clusters.ts'
import { contactsPage } from './contacts.ts'
import { listFreshness } from './freshness.ts'
import { loadLimiterWindows } from './limiter-windows.ts'
import { prospectsPage } from './prospects.ts'
import { rankReads } from './rank-registry.ts'
import { getSetting } from './settings.ts'
import { listTracked } from './tracked-keywords.ts'
import { sqliteVersion } from './versions.ts'

/** What the reader answers, by name. */
export const reads = {
  'brands.list': listBrands,
  'clusters.page': clustersPage,
  'clusters.summary': clustersSummary,
  'contacts.page': contactsPage,
  'core.sqliteVersion': sqliteVersion,
  'freshness.list': listFreshness,
  'limiter.load': loadLimiterWindows,
  'prospects.page': prospectsPage,
  ...rankReads,
  'settings.get': getSetting,
  'tracked.list': listTracked,
} satisfies Record<string, ReadQuery>
