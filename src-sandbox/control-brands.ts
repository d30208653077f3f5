import { z } from 'zod'
import { PermissionSchema } from '../src-shared/service/connectors.ts'
import type { AppDeps } from './app-deps.ts'
import type { Control } from './create-control.ts'
import { usualPages } from './seed/keywords.ts'
import { PlanChangeSchema } from './state/ai-models.ts'
import { brandOfTeam } from './state/brand-state.ts'
import { CmsFaultSchema } from './state/cms-faults.ts'
import { ROLES } from './state/connectors.ts'
import { LiftSchema } from './state/lifts.ts'

const WebhookTargetSchema = z.strictObject({
  teamId: z.string(),
  url: z.url({ protocol: /^https?$/ }),
  secret: z.string().min(1),
})

const instantOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString())

/** State of the CMS side: articles with their counts, faults, webhooks and their answers, pages, and what articles do to rankings. */
export const addCmsControlRoutes = (
  control: Control,
  { cms, lifts, brands }: Pick<AppDeps, 'cms' | 'lifts' | 'brands'>,
): void => {
  const articles = () =>
    cms.articles().map(({ pending, post, ...article }) => ({
      ...article,
      status: post?.status ?? null,
      postId: post?.postId ?? null,
      postUrl: post?.postUrl ?? null,
      scheduledFor: instantOrNull(pending?.atMs),
    }))
  const reply = () => ({ articles: articles(), faults: cms.faults.list() })
  const liftsReply = () => ({ lifts: lifts.list() })
  const webhooks = () => ({ webhooks: cms.webhooks.targets(), sent: cms.webhooks.sent() })

  control.on('GET', '/cms', reply)
  control.on('DELETE', '/cms', () => {
    cms.faults.clear()
    return reply()
  })
  control.on('GET', '/webhooks', webhooks)
  control.on('GET', '/pages', (teamId = '') => {
    const brand = brandOfTeam(brands, teamId)
    return { pages: brand.kind === 'seeded' ? usualPages(brand.keywords()) : [] }
  })
  control.on('GET', '/lifts', liftsReply)
  control.add('/lifts', LiftSchema, (lift) => {
    brandOfTeam(brands, lift.teamId)
    lifts.add(lift)
    return liftsReply()
  })
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

const ConnectorChangeSchema = z.strictObject({
  teamId: z.string(),
  /** As another admin of the team would set them: no key and no role is asked for. */
  permissions: z.record(z.string(), PermissionSchema).optional(),
  syncEnabled: z.boolean().optional(),
  role: z.enum(ROLES).optional(),
})

/** What happens elsewhere: another user at the permissions, another role, another plan. */
export const addPermissionControlRoutes = (
  control: Control,
  { connectors, aiModels, brands }: Pick<AppDeps, 'connectors' | 'aiModels' | 'brands'>,
): void => {
  control.on('GET', '/connectors', () => ({ catalogs: brands.map(connectors.catalogOf) }))
  control.set('/connectors', ConnectorChangeSchema, ({ teamId, role, syncEnabled, permissions }) => {
    const brand = brandOfTeam(brands, teamId)
    if (role !== undefined) connectors.setRole(brand, role)
    if (syncEnabled !== undefined) connectors.setSync(brand, syncEnabled)
    if (permissions !== undefined) connectors.update(brand, permissions)
    return { catalog: connectors.catalogOf(brand) }
  })
  control.set('/ai-models', PlanChangeSchema, ({ teamId, ...change }) => {
    const brand = brandOfTeam(brands, teamId)
    aiModels.setPlan(brand, change)
    return { ...aiModels.list(brand), interval: aiModels.intervalOf(brand) }
  })
}
