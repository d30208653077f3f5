import { z } from 'zod'
import { PermissionSchema } from '../src-shared/service/connectors.ts'
import { CADENCE_LADDER_DAYS } from '../src-shared/service/limits.ts'
import type { AppDeps } from './app.ts'
import type { Control } from './control.ts'
import { brandOfTeam } from './state/brand-state.ts'
import { ROLES } from './state/connectors.ts'

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

/** What happens elsewhere: another hand at the permissions, another role, another plan. */
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
