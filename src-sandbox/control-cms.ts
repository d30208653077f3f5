import { z } from 'zod'
import type { AppDeps } from './app.ts'
import type { Control } from './control.ts'
import { brandOfTeam } from './state/brand-state.ts'
import { CmsFaultSchema } from './state/cms-faults.ts'

const WebhookTargetSchema = z.strictObject({
  teamId: z.string(),
  url: z.url({ protocol: /^https?$/ }),
  secret: z.string().min(1),
})

const instantOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString())

/** State of the CMS side: articles with their counts, faults, webhooks and their answers. */
export const addCmsControlRoutes = (control: Control, { cms, brands }: Pick<AppDeps, 'cms' | 'brands'>): void => {
  const articles = () =>
    cms.articles().map(({ pending, post, ...article }) => ({
      ...article,
      status: post?.status ?? null,
      postId: post?.postId ?? null,
      postUrl: post?.postUrl ?? null,
      scheduledFor: instantOrNull(pending?.atMs),
    }))
  const reply = () => ({ articles: articles(), faults: cms.faults.list() })
  const webhooks = () => ({ webhooks: cms.webhooks.targets(), sent: cms.webhooks.sent() })

  control.on('GET', '/cms', reply)
  control.on('DELETE', '/cms', () => {
    cms.faults.clear()
    return reply()
  })
  control.on('GET', '/webhooks', webhooks)
  control.add('/cms', CmsFaultSchema, (fault) => {
    cms.faults.add(fault)
    return reply()
  })
  control.add('/webhooks', WebhookTargetSchema, (target) => {
    brandOfTeam(brands, target.teamId)
    cms.webhooks.configure(target)
    return webhooks()
  })
}
