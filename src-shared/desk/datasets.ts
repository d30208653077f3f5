/** What a sync reads from the service. `rankings`: review window and newest day; `history`: missing earlier days. */
export const DATASETS = [
  'rankings',
  'tracked',
  'clusters',
  'prospects',
  'contacts',
  'outbox',
  'mailboxes',
  'connectors',
  'visibility',
  'history',
] as const

/** What the desk keeps itself. */
const OWN_DATASETS = [
  'brands',
  'settings',
  'profile',
  'sync',
  'notices',
  'clock',
  'backups',
  'marks',
  'keywordMarks',
  'suppressions',
  'credits',
  'templates',
  'previews',
  'intents',
  'articles',
  'deliveries',
  'receiver',
  'presets',
  'applies',
  'basket',
  'audits',
  'auditSites',
  'reportTemplates',
  'reportBranding',
  'reportRuns',
  'reportSchedules',
  'today',
  'queries',
  'impact',
  'annotations',
  'assistants',
  'alerts',
  'alertRules',
  'alertSettings',
  'team',
  'people',
  'playbooks',
  'playbookRuns',
] as const

/** Everything that a call may read and that may change. A room's data that changes as a whole has one name. */
export const READABLE_DATASETS = [...DATASETS, ...OWN_DATASETS] as const
export type ReadableDataset = (typeof READABLE_DATASETS)[number]
