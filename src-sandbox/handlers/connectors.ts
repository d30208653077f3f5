import { CONNECTOR_TOOLS } from '../seed/connector-tools.ts'
import { hashText, unit } from '../seed/hash.ts'
import type { Handler } from './handler.ts'

const CHANGED_SHARE = 0.08
const MANAGED_SHARE = 0.85

export const getCatalog: Handler<'connectors.catalog'> = (_request, { brand }) => ({
  brandId: brand.teamId,
  canManage: unit(brand.seed, 91) < MANAGED_SHARE,
  syncEnabled: false,
  tools: CONNECTOR_TOOLS.map((tool) => {
    const isChanged = unit(brand.seed, 92, hashText(tool.name)) < CHANGED_SHARE
    const opposite = tool.default === 'allow' ? ('deny' as const) : ('allow' as const)
    return { ...tool, effective: isChanged ? opposite : tool.default }
  }),
})
