import type { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from './app.ts'
import { CONTROL_PATH, parsed } from './control.ts'
import { ServiceError } from './service-error.ts'
import type { BrandDirectory } from './state/brand-directory.ts'
import type { Cms } from './state/cms.ts'
import { CmsFaultSchema } from './state/cms-faults.ts'

const WebhookTargetSchema = z.strictObject({
  teamId: z.string(),
  url: z.url({ protocol: /^https?$/ }),
  secret: z.string().min(1),
})

const instantOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString())

/** State of the CMS side: articles with their counts, faults, webhooks and their answers. */
export const addCmsControlRoutes = (app: Hono<AppEnv>, { cms, brands }: { cms: Cms; brands: BrandDirectory }): void => {
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

  app.get(`${CONTROL_PATH}/cms`, (context) => context.json(reply()))
  app.post(`${CONTROL_PATH}/cms`, async (context) => {
    cms.faults.add(parsed(CmsFaultSchema, await context.req.text()))
    return context.json(reply(), 201)
  })
  app.delete(`${CONTROL_PATH}/cms`, (context) => {
    cms.faults.clear()
    return context.json(reply())
  })
  app.get(`${CONTROL_PATH}/webhooks`, (context) => context.json(webhooks()))
  app.post(`${CONTROL_PATH}/webhooks`, async (context) => {
    const target = parsed(WebhookTargetSchema, await context.req.text())
    if (brands.byTeamId(target.teamId) === undefined) throw new ServiceError(404, 'unknown team')
    cms.webhooks.configure(target)
    return context.json(webhooks(), 201)
  })
}
