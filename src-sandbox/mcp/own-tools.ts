// Tools that are no single operation of the table: they answer from the same state.
import { z } from 'zod'
import { PROVIDERS } from '../../src-shared/service/cms.ts'
import { SiteSchema } from '../../src-shared/service/website-audit.ts'
import { seedAudit } from '../seed/audits.ts'
import { dayOf } from '../seed/days.ts'
import { ServiceError } from '../service-error.ts'
import { runOperation, type Tool, type ToolContext } from './tool.ts'

const NOTHING = z.object({})
const WHOLE = Number.POSITIVE_INFINITY

const outboxOf = async (context: ToolContext) =>
  (await runOperation('outreach.outbox', {}, { ...context, deps: { ...context.deps, pageSize: WHOLE } })).items

export const brandProfile: Tool = {
  input: NOTHING,
  run: async (_args, { brand }) => {
    const { teamId, name } = brand
    if (brand.kind !== 'seeded') return { teamId, name, website: null, offers: [] }
    const { domain, industry } = brand.seeded
    return { teamId, name, website: `https://www.${domain}/`, industry: industry.id, offers: [...industry.offers] }
  },
}

/** The last score of a page is today's: the sandbox keeps no others. A full audit takes too long to be a tool. */
export const quickAudit: Tool = {
  input: z.object({ url: z.string().min(1).max(2000) }),
  run: async ({ url }, { deps }) => {
    const site = SiteSchema.safeParse(url)
    if (!site.success) throw new ServiceError(400, 'url: must be a domain or a URL')
    return { url: site.data, seoAudit: seedAudit(site.data, dayOf(deps.clock.now())) }
  },
}

/** Queued pitches only: a sent one cannot be unsent. */
export const queuedPitches: Tool = {
  input: NOTHING,
  run: async (_args, context) => ({ items: (await outboxOf(context)).filter(({ sentAt }) => sentAt == null) }),
}

/** Counts as a real email: it is sent at once and cannot be unsent. */
export const reply: Tool = {
  input: z.object({ conversationId: z.string().min(1), body: z.string().trim().min(1).max(50_000) }),
  run: async (args, context) => {
    const { conversationId, body } = args as { conversationId: string; body: string } // by the input above
    const { brand, deps } = context
    const pitch = (await outboxOf(context)).find((item) => item.conversationId === conversationId)
    if (pitch === undefined) throw new ServiceError(404, 'unknown conversation')
    if (pitch.sentAt == null) throw new ServiceError(400, 'conversationId: its first email still waits in the queue')
    const sentAt = new Date(deps.clock.now()).toISOString()
    deps.replies.send({ teamId: brand.teamId, conversationId, body, sentAt })
    return { conversationId, sent: true, sentAt }
  },
}

/** Progress of the brand's searches. */
export const outreachProgress: Tool = {
  input: NOTHING,
  run: async (_args, context) => {
    const reply = await runOperation(
      'outreach.prospects',
      {},
      { ...context, deps: { ...context.deps, pageSize: WHOLE } },
    )
    const { items, discoveryStatus, mentionCheckStatus, relationshipSweepStatus } = reply
    const byStatus = Object.fromEntries(
      Array.from(
        Map.groupBy(items, ({ status }) => status),
        ([status, group]) => [status, group.length],
      ),
    )
    return { prospects: items.length, byStatus, discoveryStatus, mentionCheckStatus, relationshipSweepStatus }
  },
}

const articlesOf = ({ brand, deps }: ToolContext) =>
  deps.cms.articles().filter(({ teamId, post, pending }) => teamId === brand.teamId && (post ?? pending) !== null)

export const articlesList: Tool = {
  input: NOTHING,
  run: async (_args, context) => ({
    items: articlesOf(context).map(({ slug, provider, post, pending }) => ({
      articleSlug: slug,
      provider,
      status: post?.status ?? 'scheduled',
      postUrl: post?.postUrl ?? null,
      publishAt: pending === null ? null : new Date(pending.atMs).toISOString(),
    })),
  }),
}

export const scheduledArticles: Tool = {
  input: NOTHING,
  run: async (_args, context) => ({
    items: articlesOf(context).flatMap(({ slug, provider, pending }) =>
      pending === null ? [] : [{ articleSlug: slug, provider, publishAt: new Date(pending.atMs).toISOString() }],
    ),
  }),
}

export const cmsProviders: Tool = {
  input: NOTHING,
  run: async () => ({ providers: PROVIDERS.map((provider) => ({ provider, connected: true })) }),
}
