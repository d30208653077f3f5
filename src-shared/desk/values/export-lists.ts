// Without schemas, so that the window may import it.

/** The lists that can be exported, and the call that gives the rows of each. */
export const EXPORT_LISTS = {
  today: 'today.list',
  alerts: 'alerts.page',
  'alert-details': 'alerts.get',
  overview: 'brands.overview',
  rankings: 'rankings.page',
  movers: 'rankings.movers',
  'competing-pages': 'cannibalisation.page',
  opportunities: 'opportunities.page',
  clusters: 'clusters.page',
  annotations: 'annotations.list',
  suggestions: 'research.suggest',
  basket: 'research.basket',
  audits: 'research.auditSites',
  'audit-history': 'research.audits',
  'ai-tracking': 'visibility.models',
  prospects: 'prospects.page',
  contacts: 'contacts.page',
  outbox: 'outreach.outbox',
  suppressions: 'outreach.suppressions',
  credits: 'outreach.ledger',
  budgets: 'outreach.ledger',
  articles: 'publishing.articles',
  calendar: 'publishing.calendar',
  impact: 'impact.list',
  deliveries: 'webhooks.deliveries',
  'rejected-requests': 'webhooks.status',
  permissions: 'connectors.matrix',
  'playbook-runs': 'playbooks.runs',
  reports: 'reports.packs',
  'report-batches': 'reports.runs',
  'assistant-requests': 'mcp.requests',
  activity: 'intents.list',
  'intent-items': 'intents.get',
  sync: 'sync.status',
  brands: 'brands.list',
  operations: 'service.profile',
  'mapped-fields': 'service.profile',
  doctor: 'service.doctor',
  backups: 'desk.backups',
} as const
export type ExportListName = keyof typeof EXPORT_LISTS

export const EXPORT_LIST_NAMES = Object.keys(EXPORT_LISTS) as [ExportListName, ...ExportListName[]] // keys of a const object

/** The most rows that one copy takes: 18 MB of rankings in 4 s. Browsers let a page copy for 5 s after a click. */
export const COPY_MAX = 100_000
/** The most rows that a selection names one by one. */
export const NAMED_MAX = 10_000
/** The most rows that an export is given by their keys: permissions are one row for each brand and tool. */
export const KEYS_MAX = 100_000

const NAMES = [
  'key',
  'keyword',
  'subject',
  'value',
  'tool',
  'modelId',
  'dataset',
  'at',
  'from',
  'item',
  'operation',
  'side',
  'ours',
] as const
const KEY_FIELDS = ['brandId', 'id', 'conversationId', ...NAMES] as const
/** Its time changes when it is published; Impact has a row for each day on which it was. */
const ARTICLE_FIELDS = ['brandId', 'articleSlug', 'publishedDay'] as const

/** Tells rows of one list apart, also after a change of their values: the window selects rows by it. */
export const rowKey = (row: object): string => {
  const fields = row as Readonly<Record<string, unknown>> // read only by name
  const named = 'id' in row ? KEY_FIELDS.slice(0, 2) : 'articleSlug' in row ? ARTICLE_FIELDS : KEY_FIELDS
  return named.flatMap((field) => (fields[field] == null ? [] : [String(fields[field])])).join('\n')
}

/** The list whose rows a call gives. */
export const exportListOf = (call: string): ExportListName | undefined =>
  EXPORT_LIST_NAMES.find((name) => EXPORT_LISTS[name] === call)
