// What is behind each tool of the catalog: an operation of the table, or an answer of its own from the same state.
import { z } from 'zod'
import { PROVIDERS } from '../../src-shared/service/providers.ts'
import { auditOf } from '../handlers/website-audit.ts'
import { ServiceError } from '../service-error.ts'
import { operationTool, runOperation, type Tool, type ToolContext } from './tool.ts'

const tool = <Input extends z.ZodObject>(
  input: Input,
  run: (context: ToolContext, args: z.output<Input>) => object | Promise<object>,
): Tool => ({
  input,
  run: async (args, context) => run(context, args as z.output<Input>), // they came parsed by `input`
})

const NOTHING = z.object({})

/** The same without pages. */
const unpaged = (context: ToolContext): ToolContext => {
  return { ...context, deps: { ...context.deps, pageSize: Number.POSITIVE_INFINITY } }
}

const outboxOf = async (context: ToolContext) => (await runOperation('outreach.outbox', {}, unpaged(context))).items

const articlesOf = ({ brand, deps }: ToolContext) =>
  deps.cms.articles().filter(({ teamId, post, pending }) => teamId === brand.teamId && (post ?? pending) !== null)

const OWN_TOOLS: Readonly<Record<string, Tool>> = {
  brand_profile: tool(NOTHING, ({ brand }) => {
    const { teamId, name } = brand
    if (brand.kind !== 'seeded') return { teamId, name, website: null, offers: [] }
    const { domain, industry } = brand
    return { teamId, name, website: `https://www.${domain}/`, industry: industry.id, offers: [...industry.offers] }
  }),
  /** The last score of a page is today's: the sandbox keeps no others. A full audit takes too long to be a tool. */
  quick_audit: tool(z.object({ url: z.string().min(1).max(2000) }), ({ deps }, { url }) =>
    auditOf(url, deps.clock.now()),
  ),
  /** Queued pitches only: a sent one cannot be unsent. */
  outreach_queued: tool(NOTHING, async (context) => {
    return { items: (await outboxOf(context)).filter(({ sentAt }) => sentAt == null) }
  }),
  /** Counts as a real email: it is sent at once and cannot be unsent. */
  outreach_reply: tool(
    z.object({ conversationId: z.string().min(1), body: z.string().trim().min(1).max(50_000) }),
    async (context, { conversationId, body }) => {
      const { brand, deps } = context
      const pitch = (await outboxOf(context)).find((item) => item.conversationId === conversationId)
      if (pitch === undefined) throw new ServiceError(404, 'unknown conversation')
      if (pitch.sentAt == null) throw new ServiceError(400, 'conversationId: its first email still waits in the queue')
      const sentAt = new Date(deps.clock.now()).toISOString()
      deps.replies.push({ teamId: brand.teamId, conversationId, body, sentAt })
      return { conversationId, sent: true, sentAt }
    },
  ),
  /** Progress of the brand's searches. */
  outreach_progress: tool(NOTHING, async (context) => {
    const { items, ...reply } = await runOperation('outreach.prospects', {}, unpaged(context))
    const { discoveryStatus, mentionCheckStatus, relationshipSweepStatus } = reply
    const byStatus: Record<string, number> = {}
    for (const { status } of items) byStatus[status] = (byStatus[status] ?? 0) + 1
    return { prospects: items.length, byStatus, discoveryStatus, mentionCheckStatus, relationshipSweepStatus }
  }),
  articles_list: tool(NOTHING, (context) => ({
    items: articlesOf(context).map(({ slug, provider, post, pending }) => ({
      articleSlug: slug,
      provider,
      status: post?.status ?? 'scheduled',
      postUrl: post?.postUrl ?? null,
      publishAt: pending === null ? null : new Date(pending.atMs).toISOString(),
    })),
  })),
  cms_scheduled: tool(NOTHING, (context) => ({
    items: articlesOf(context).flatMap(({ slug, provider, pending }) =>
      pending === null ? [] : [{ articleSlug: slug, provider, publishAt: new Date(pending.atMs).toISOString() }],
    ),
  })),
  cms_providers: tool(NOTHING, () => ({ providers: PROVIDERS.map((provider) => ({ provider, connected: true })) })),
}

/** Lists brands, and so takes none. */
export const LIST_TEAMS = 'list_teams'

/** Every tool of the catalog but `list_teams`, by its name there. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  ...OWN_TOOLS,
  rank_tracking_keywords: operationTool('rankTracking.keywords'),
  rank_tracking_top_keywords: operationTool('rankTracking.topKeywords', { limit: 100 }),
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
