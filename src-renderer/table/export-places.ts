import type { ExportListName } from '../../src-shared/desk/export-lists.ts'

/** Places whose rows are no table of pages: what they export, for the brands in view. */
export const EXPORT_PLACES: Readonly<Record<string, { readonly list: ExportListName; readonly what: string }>> = {
  overview: { list: 'overview', what: 'Figures' },
  audits: { list: 'audits', what: 'Audited sites' },
  visibility: { list: 'ai-tracking', what: 'Tracked AI models' },
  calendar: { list: 'calendar', what: 'Articles' },
  webhooks: { list: 'rejected-requests', what: 'Rejected requests' },
  connectors: { list: 'permissions', what: 'Permissions' },
  sync: { list: 'sync', what: 'Synced data' },
}
