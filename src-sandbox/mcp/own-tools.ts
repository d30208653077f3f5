// Tools that are no single operation of the table: they answer from the same state.
import { z } from 'zod'
import { PROVIDERS } from '../../src-shared/service/cms.ts'
import { auditOf } from '../handlers/website-audit.ts'
import { ServiceError } from '../service-error.ts'
import { runOperation, type Tool, type ToolContext } from './tool.ts'

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

/** By their names in the catalog. */
export const OWN_TOOLS: Readonly<Record<string, Tool>> = {
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
