import {
  articlesList,
  brandProfile,
  cmsProviders,
  outreachProgress,
  queuedPitches,
  quickAudit,
  reply,
  scheduledArticles,
} from './own-tools.ts'
import { operationTool, type Tool } from './tool.ts'

const TOP_KEYWORDS = 100

/** Lists brands, and so takes none. */
export const LIST_TEAMS = 'list_teams'

/** Every tool of the catalog but `list_teams`, by its name there. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  brand_profile: brandProfile,
  rank_tracking_keywords: operationTool('rankTracking.keywords'),
  rank_tracking_top_keywords: operationTool('rankTracking.topKeywords', { limit: TOP_KEYWORDS }),
  topic_clusters: operationTool('topicClusters.list'),
  suggest_keywords: operationTool('keywords.suggest'),
  quick_audit: quickAudit,
  outreach_prospects: operationTool('outreach.prospects'),
  outreach_prospect_emails: operationTool('outreach.contacts'),
  outreach_people_search_terms: operationTool('outreach.peopleSearchTerms'),
  outreach_progress: outreachProgress,
  outreach_outbox: operationTool('outreach.outbox'),
  outreach_queued: queuedPitches,
  outreach_mailboxes: operationTool('outreach.sendingAccounts'),
  ai_visibility_models: operationTool('aiModels.list'),
  ai_visibility_refresh_interval: operationTool('aiModels.refreshInterval'),
  articles_list: articlesList,
  cms_scheduled: scheduledArticles,
  cms_providers: cmsProviders,
  connector_permissions: operationTool('connectors.catalog'),
  outreach_discover: operationTool('outreach.discover'),
  outreach_find_people: operationTool('outreach.findPeople'),
  outreach_queue_emails: operationTool('outreach.queue'),
  outreach_unqueue_emails: operationTool('outreach.unqueue'),
  outreach_reply: reply,
  ai_visibility_toggle_model: operationTool('aiModels.update'),
  ai_visibility_set_interval: operationTool('aiModels.setRefreshInterval'),
  cms_publish: operationTool('cms.publish'),
  cms_schedule: operationTool('cms.schedule'),
  cms_unschedule: operationTool('cms.unschedule'),
  cms_unpublish: operationTool('cms.unpublish'),
}
