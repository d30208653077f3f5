// Without schemas, so that the window may import it.

/** The lists that can be exported, and the call that gives the rows of each. */
export const EXPORT_LISTS = {
  today: 'today.list',
  overview: 'brands.overview',
  rankings: 'rankings.page',
  movers: 'rankings.movers',
  clusters: 'clusters.page',
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
  deliveries: 'webhooks.deliveries',
  'rejected-requests': 'webhooks.status',
  permissions: 'connectors.matrix',
  activity: 'intents.list',
  sync: 'sync.status',
} as const
export type ExportListName = keyof typeof EXPORT_LISTS

export const EXPORT_LIST_NAMES = Object.keys(EXPORT_LISTS) as [ExportListName, ...ExportListName[]] // keys of a const object

/** The most rows that one copy takes, and that a selection names one by one. */
export const COPY_MAX = 10_000
/** The most rows that an export is given by their keys: permissions are one row for each brand and tool. */
export const KEYS_MAX = 100_000

const KEY_FIELDS = ['brandId', 'id', 'conversationId', 'keyword', 'value', 'tool', 'modelId', 'dataset', 'at'] as const
/** Its time changes when it is published. */
const ARTICLE_FIELDS = ['brandId', 'articleSlug'] as const

/** Tells rows of one list apart, also after a change of their values: the window selects rows by it. */
export const rowKey = (row: object): string => {
  const fields = row as Readonly<Record<string, unknown>> // read only by name
  const named = 'id' in row ? KEY_FIELDS.slice(0, 2) : 'articleSlug' in row ? ARTICLE_FIELDS : KEY_FIELDS
  return named.flatMap((field) => (fields[field] == null ? [] : [String(fields[field])])).join('\n')
}

/** The list whose rows a call gives. */
export const exportListOf = (call: string): ExportListName | undefined =>
  EXPORT_LIST_NAMES.find((name) => EXPORT_LISTS[name] === call)
