// Connector permissions: each brand's own settings, and one shared list per organisation, which its brands follow while
// sync is on. A brand's own settings are kept meanwhile and apply again after sync is switched off.
import type { z } from 'zod'
import type { PermissionSchema } from '../../src-shared/service/connectors.ts'
import { CONNECTOR_TOOLS, type ConnectorTool, seedPermissions } from '../seed/connector-tools.ts'
import { unit } from '../seed/hash.ts'
import { ServiceError } from '../service-error.ts'
import type { BrandState } from './brand-state.ts'

type Permission = z.infer<typeof PermissionSchema>
/** Values that differ from their tool's default, by tool. */
type Settings = Map<string, Permission>
export const ROLES = ['owner', 'admin', 'member'] as const
type Role = (typeof ROLES)[number]

type Organization = { shared: Settings; isSynced: boolean }
type Team = { readonly organization: Organization; own: Settings; role: Role }

const ADMIN_SHARE = 0.85

const TOOLS: ReadonlyMap<string, ConnectorTool> = new Map(CONNECTOR_TOOLS.map((tool) => [tool.name, tool]))

/** `organizations`: the number that share the brands in turn. */
export const createConnectors = (brands: readonly BrandState[], organizations: number) => {
  const all = Array.from({ length: organizations }, (): Organization => ({ shared: new Map(), isSynced: false }))
  const teams = new Map<string, Team>()
  for (const [index, { teamId, seed }] of brands.entries()) {
    const organization = all[index % organizations]
    if (organization === undefined) throw new Error('there is no organisation for the brands')
    const role = unit(seed, 91) < ADMIN_SHARE ? 'admin' : 'member'
    teams.set(teamId, { organization, role, own: new Map(Object.entries(seedPermissions(seed))) })
  }

  const teamOf = ({ teamId }: BrandState): Team => {
    const team = teams.get(teamId)
    if (team === undefined) throw new ServiceError(404, 'unknown team')
    return team
  }
  const settingsOf = ({ organization, own }: Team): Settings => (organization.isSynced ? organization.shared : own)
  const canManage = ({ role }: Team): boolean => role !== 'member'

  return {
    catalogOf: (brand: BrandState) => {
      const team = teamOf(brand)
      const settings = settingsOf(team)
      return {
        brandId: brand.teamId,
        canManage: canManage(team),
        syncEnabled: team.organization.isSynced,
        tools: CONNECTOR_TOOLS.map((tool) => ({ ...tool, effective: settings.get(tool.name) ?? tool.default })),
      }
    },
    /** The brand's current permission for a tool; undefined for an unknown tool. */
    permissionOf: (brand: BrandState, name: string): Permission | undefined =>
      settingsOf(teamOf(brand)).get(name) ?? TOOLS.get(name)?.default,
    /** Deltas; a value equal to the default is cleared. Throws 400 for an unknown tool. */
    update: (brand: BrandState, permissions: Readonly<Record<string, Permission>>): void => {
      const deltas = Object.entries(permissions)
      const unknown = deltas.find(([name]) => !TOOLS.has(name))
      if (unknown !== undefined) throw new ServiceError(400, `permissions: there is no tool "${unknown[0]}"`)
      const settings = settingsOf(teamOf(brand))
      for (const [name, value] of deltas) {
        if (TOOLS.get(name)?.default === value) settings.delete(name)
        else settings.set(name, value)
      }
    },
    /** On: the brand's settings become the shared list. Off: each brand uses its own again. */
    setSync: (brand: BrandState, enabled: boolean): void => {
      const { organization, own } = teamOf(brand)
      if (enabled === organization.isSynced) return
      if (enabled) organization.shared = new Map(own)
      organization.isSynced = enabled
    },
    canManage: (brand: BrandState): boolean => canManage(teamOf(brand)),
    setRole: (brand: BrandState, role: Role): void => {
      teamOf(brand).role = role
    },
  }
}
export type Connectors = ReturnType<typeof createConnectors>
