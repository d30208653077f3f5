import type { ExportListName } from '../../src-shared/desk/values/export-lists.ts'

/** Places whose rows are no table of pages: what they export, for the brands in view. */
export const EXPORT_PLACES: Readonly<Record<string, readonly [list: ExportListName, what: string]>> = {
  overview: ['overview', 'Figures'],
  audits: ['audits', 'Audited sites'],
  tracking: ['ai-tracking', 'Tracked AI models'],
  calendar: ['calendar', 'Articles'],
  webhooks: ['rejected-requests', 'Rejected requests'],
  permissions: ['permissions', 'Permissions'],
  sync: ['sync', 'Synced data'],
}
