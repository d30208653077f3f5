import type { Hono } from 'hono'
import { z } from 'zod'
import { PermissionSchema } from '../src-shared/service/connectors.ts'
import { CADENCE_LADDER_DAYS } from '../src-shared/service/limits.ts'
import type { AppEnv } from './app.ts'
import { CONTROL_PATH, parsed } from './control.ts'
import { ServiceError } from './service-error.ts'
import type { AiModels } from './state/ai-models.ts'
import type { BrandDirectory } from './state/brand-directory.ts'
import type { BrandState } from './state/brand-state.ts'
import { type Connectors, ROLES } from './state/connectors.ts'

const ConnectorChangeSchema = z.strictObject({
  teamId: z.string(),
  /** As another admin of the team would set them: no key and no role is asked for. */
  permissions: z.record(z.string(), PermissionSchema).optional(),
  syncEnabled: z.boolean().optional(),
  role: z.enum(ROLES).optional(),
})

const PlanChangeSchema = z.strictObject({
  teamId: z.string(),
  plan: z.string().min(1).optional(),
  planFloor: z.literal([...CADENCE_LADDER_DAYS]).optional(),
  withoutModels: z.array(z.string()).optional(),
})

type Deps = { readonly connectors: Connectors; readonly aiModels: AiModels; readonly brands: BrandDirectory }

/** What happens elsewhere: another hand at the permissions, another role, another plan. */
export const addPermissionControlRoutes = (app: Hono<AppEnv>, { connectors, aiModels, brands }: Deps): void => {
  const brandOf = (teamId: string): BrandState => {
    const brand = brands.byTeamId(teamId)
    if (brand === undefined) throw new ServiceError(404, 'unknown team')
    return brand
  }
  app.get(`${CONTROL_PATH}/connectors`, (context) =>
    context.json({ catalogs: brands.list.map((brand) => connectors.catalogOf(brand)) }),
  )
  app.post(`${CONTROL_PATH}/connectors`, async (context) => {
    const change = parsed(ConnectorChangeSchema, await context.req.text())
    const brand = brandOf(change.teamId)
    if (change.role !== undefined) connectors.setRole(brand, change.role)
    if (change.syncEnabled !== undefined) connectors.setSync(brand, change.syncEnabled)
    if (change.permissions !== undefined) connectors.update(brand, change.permissions)
    return context.json({ catalog: connectors.catalogOf(brand) })
  })
  app.post(`${CONTROL_PATH}/ai-models`, async (context) => {
    const { teamId, ...change } = parsed(PlanChangeSchema, await context.req.text())
    const brand = brandOf(teamId)
    aiModels.setPlan(brand, change)
    return context.json({ ...aiModels.list(brand), interval: aiModels.intervalOf(brand) })
  })
}
