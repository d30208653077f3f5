import { hashText, unit } from './hash.ts'

/** What an AI assistant may call, each mapped to an operation of the service. Write tools change or spend. */
const READ_TOOLS = [
  ['list_teams', 'List brands', 'Lists the brands that the signed-in person can work on.'],
  ['brand_profile', 'Brand profile', 'Reads the name, website and audience of a brand.'],
  ['rank_tracking_keywords', 'Tracked keywords', 'Lists the keywords whose rankings are tracked.'],
  ['rank_tracking_top_keywords', 'Top keywords', 'Lists keywords with clicks, impressions, CTR and position.'],
  ['topic_clusters', 'Topic clusters', 'Lists topic clusters with coverage and visibility.'],
  ['suggest_keywords', 'Keyword suggestions', 'Suggests up to ten keywords for a brand.'],
  ['quick_audit', 'Quick audit', 'Reads the last health score of a page.'],
  ['outreach_prospects', 'Prospects', 'Lists prospect sites and how far each one is.'],
  ['outreach_prospect_emails', 'Contacts', 'Lists the people found at prospect sites.'],
  ['outreach_people_search_terms', 'People search terms', 'Lists the job titles that people are searched by.'],
  ['outreach_progress', 'Outreach progress', 'Tells how far the searches for sites and people are.'],
  ['outreach_outbox', 'Outbox', 'Lists pitches and their delivery status.'],
  ['outreach_queued', 'Queued pitches', 'Lists pitches that are still waiting in the queue.'],
  ['outreach_mailboxes', 'Mailboxes', 'Lists connected mailboxes and their daily limits.'],
  ['ai_visibility_models', 'AI models', 'Lists the AI models that prompts are tracked on.'],
  ['ai_visibility_refresh_interval', 'Refresh interval', 'Reads how often AI visibility is refreshed.'],
  ['articles_list', 'Articles', 'Lists articles and their publishing status.'],
  ['cms_scheduled', 'Scheduled articles', 'Lists articles that wait for their time of publishing.'],
  ['cms_providers', 'CMS providers', 'Lists connected CMS providers.'],
  ['connector_permissions', 'Connector permissions', 'Reads which connector tools are on for a brand.'],
] as const

const WRITE_TOOLS = [
  ['outreach_discover', 'Discover prospects', 'Searches for new prospect sites; costs credits.'],
  ['outreach_find_people', 'Find people', 'Searches people at prospect sites; costs credits.'],
  ['outreach_queue_emails', 'Queue pitches', 'Queues pitches that are sent as real email.'],
  ['outreach_unqueue_emails', 'Unsend pitches', 'Removes pitches that have not been sent yet.'],
  ['outreach_reply', 'Reply', 'Answers a conversation by real email.'],
  ['ai_visibility_toggle_model', 'Switch AI models', 'Switches an AI model on or off.'],
  ['ai_visibility_set_interval', 'Set refresh interval', 'Changes how often AI visibility is refreshed.'],
  ['cms_publish', 'Publish', 'Publishes articles to a connected CMS.'],
  ['cms_schedule', 'Schedule', 'Schedules an article to be published later.'],
  ['cms_unschedule', 'Unschedule', 'Removes the schedules of articles that are not published yet.'],
  ['cms_unpublish', 'Unpublish', 'Removes articles from a connected CMS.'],
] as const

export const CONNECTOR_TOOLS = [
  ...READ_TOOLS.map(([name, label, description]) => {
    return { name, label, description, group: 'read', default: 'allow' } as const
  }),
  ...WRITE_TOOLS.map(([name, label, description]) => {
    return { name, label, description, group: 'write', default: 'deny' } as const
  }),
]
export type ConnectorTool = (typeof CONNECTOR_TOOLS)[number]

const CHANGED_SHARE = 0.08

/** What a brand has set: the tools whose value is not their default. */
export const seedPermissions = (brandSeed: number): Record<string, 'allow' | 'deny'> =>
  Object.fromEntries(
    CONNECTOR_TOOLS.filter(({ name }) => unit(brandSeed, 92, hashText(name)) < CHANGED_SHARE).map((tool) => [
      tool.name,
      tool.default === 'allow' ? ('deny' as const) : ('allow' as const),
    ]),
  )
