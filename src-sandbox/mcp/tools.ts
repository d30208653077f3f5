import { OWN_TOOLS } from './own-tools.ts'
import { operationTool, type Tool } from './tool.ts'

const TOP_KEYWORDS = 100

/** Lists brands, and so takes none. */
export const LIST_TEAMS = 'list_teams'

/** Every tool of the catalog but `list_teams`, by its name there. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  ...OWN_TOOLS,
  rank_tracking_keywords: operationTool('rankTracking.keywords'),
  rank_tracking_top_keywords: operationTool('rankTracking.topKeywords', { limit: TOP_KEYWORDS }),
  topic_clusters: operationTool('topicClusters.list'),
  suggest_keywords: operationTool('keywords.suggest'),
  outreach_prospects: operationTool('outreach.prospects'),
  outreach_prospect_emails: operationTool('outreach.contacts'),
  outreach_people_search_terms: operationTool('outreach.peopleSearchTerms'),
  outreach_outbox: operationTool('outreach.outbox'),
  outreach_mailboxes: operationTool('outreach.sendingAccounts'),
  ai_visibility_models: operationTool('aiModels.list'),
  ai_visibility_refresh_interval: operationTool('aiModels.refreshInterval'),
  connector_permissions: operationTool('connectors.catalog'),
  outreach_discover: operationTool('outreach.discover'),
  outreach_find_people: operationTool('outreach.findPeople'),
  outreach_queue_emails: operationTool('outreach.queue'),
  outreach_unqueue_emails: operationTool('outreach.unqueue'),
  ai_visibility_toggle_model: operationTool('aiModels.update'),
  ai_visibility_set_interval: operationTool('aiModels.setRefreshInterval'),
  cms_publish: operationTool('cms.publish'),
  cms_schedule: operationTool('cms.schedule'),
  cms_unschedule: operationTool('cms.unschedule'),
  cms_unpublish: operationTool('cms.unpublish'),
}
