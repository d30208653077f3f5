import type { ReopeningOptions } from '../../src-main/reopening.ts'
import type { SandboxOptions } from '../../src-sandbox/server.ts'
import { openTestDesk } from './composed-desk.ts'
import { openSandbox } from './sandbox.ts'

type Permission = 'allow' | 'deny'
type ConnectorChange = {
  permissions?: Record<string, Permission>
  syncEnabled?: boolean
  role?: 'admin' | 'member'
}
type PlanChange = { plan?: string; planFloor?: number; withoutModels?: string[] }
type ServiceCatalog = {
  brandId: string
  canManage: boolean
  syncEnabled: boolean
  tools: { name: string; default: Permission; effective: Permission }[]
}

/** A desk with all brands of a real sandbox, over HTTP; every key an admin's unless a test says otherwise. */
export const openConnectorsDesk = async (
  options: {
    sandbox?: SandboxOptions
    desk?: Partial<ReopeningOptions>
    read?: 'connectors' | 'visibility' | null
  } = {},
) => {
  const sandbox = await openSandbox({ keywords: 1, days: 1, ...options.sandbox })
  const desk = await openTestDesk(options.desk)
  await desk.call('service.setProfile', { baseUrl: sandbox.baseUrl })
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const reply = await fetch(`${sandbox.controlUrl}/${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  /** What happens elsewhere: another user, another role. */
  const elsewhere = (teamId: string, change: ConnectorChange) => post('connectors', { teamId, ...change })
  for (const { teamId } of sandbox.brands) await elsewhere(teamId, { role: 'admin' })
  const rows = sandbox.brands.map(({ name, key }) => ({ name, key }))
  const { results } = await desk.call('brands.addMany', { rows, sessionOnly: true })
  const brands = results.flatMap(({ brand }) => {
    if (brand === undefined || brand.teamId === null) return []
    return [{ id: brand.id, name: brand.name, teamId: brand.teamId }]
  })
  const read = options.read === undefined ? 'connectors' : options.read
  if (read !== null) await desk.sync({ datasets: [read] })
  const at = (index: number) => {
    const brand = brands[index]
    if (brand === undefined) throw new Error(`there is no brand ${index}`)
    return brand
  }
  return {
    ...desk,
    sandbox,
    brands,
    at,
    elsewhere,
    changePlan: (teamId: string, change: PlanChange) => post('ai-models', { teamId, ...change }),
    /** What the service itself holds, by team. */
    service: async (): Promise<ReadonlyMap<string, ServiceCatalog>> => {
      const reply = await fetch(`${sandbox.controlUrl}/connectors`)
      const { catalogs } = (await reply.json()) as { catalogs: ServiceCatalog[] } // what the control endpoint answers
      return new Map(catalogs.map((catalog) => [catalog.brandId, catalog]))
    },
    /** The matrix as effective values by brand. */
    effective: async (): Promise<ReadonlyMap<string, Record<string, Permission>>> => {
      const matrix = await desk.call('connectors.matrix', {})
      return new Map(matrix.brands.map((brand) => [brand.brandId, brand.effective]))
    },
  }
}
export type ConnectorsDesk = Awaited<ReturnType<typeof openConnectorsDesk>>
