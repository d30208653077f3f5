// In these calls `all` means the own brands, as soon as there are some: their rows and sums would mix the demo's with them.
import type { CallName } from '../contract.ts'

export const MIXES_BRANDS: ReadonlySet<CallName> = new Set([
  'brands.overview',
  'rankings.page',
  'rankings.totals',
  'rankings.movers',
  'rankings.days',
  'cannibalisation.page',
  'opportunities.page',
  'causes.list',
  'clusters.page',
  'clusters.summary',
  'prospects.page',
  'contacts.page',
  'outreach.outbox',
  'outreach.outcomes',
  'outreach.bounced',
  'outreach.ledger',
  'publishing.articles',
  'publishing.calendar',
  'impact.list',
  'research.audits',
  'research.auditScores',
  'alerts.page',
  'query.run',
  'query.export',
])
