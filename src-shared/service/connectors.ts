import { z } from 'zod'
import type { Operation } from './define.ts'
import { namedSchema } from './named-schema.ts'
import { OptionalTextSchema, TeamQuerySchema } from './wire.ts'

export const PermissionSchema = z.enum(['allow', 'deny'])
export const ToolGroupSchema = z.enum(['read', 'write'])

/** Reads default to allow, writes to deny; `effective` is the state for this brand. */
const ToolOnWireSchema = z.looseObject({
  name: z.string(),
  label: OptionalTextSchema,
  description: OptionalTextSchema,
  group: ToolGroupSchema.optional(),
  default: PermissionSchema.optional(),
  effective: PermissionSchema,
})

/** A tool needs its name and its state. `group` and `default` follow from each other. */
export const ConnectorToolSchema = ToolOnWireSchema.transform((tool, context) => {
  const { name, label, description, group, default: standard } = tool
  if (group === undefined && standard === undefined)
    context.addIssue({ code: 'custom', path: ['group'], message: 'is missing' })
  const isRead = (group ?? (standard === 'allow' ? 'read' : 'write')) === 'read'
  return {
    ...tool,
    label: label || name,
    description: description ?? '',
    group: isRead ? ('read' as const) : ('write' as const),
    default: standard ?? (isRead ? ('allow' as const) : ('deny' as const)),
  }
})

/** The part of a catalog that proves a key. */
export const KeyProofSchema = z.looseObject({ brandId: z.string().min(1) })
export type KeyProof = z.infer<typeof KeyProofSchema>

export const ConnectorCatalogSchema = KeyProofSchema.extend({
  canManage: z.boolean(),
  syncEnabled: z.boolean(),
  tools: z.array(ConnectorToolSchema),
})

/** The interface says "syncEnabled and resulting catalog": in one object, or the catalog beside it. */
export const ConnectorSyncReplySchema = z.preprocess((reply) => {
  const wrapped = z.looseObject({ catalog: z.looseObject({}) }).safeParse(reply)
  if (!wrapped.success) return reply
  const { catalog, ...rest } = wrapped.data
  return { ...catalog, ...rest }
}, ConnectorCatalogSchema)

/** The interface says what each tool holds, not under which name. */
export const CATALOG_OPEN = [
  'tools',
  'tools[].name',
  'tools[].label',
  'tools[].description',
  'tools[].group',
  'tools[].default',
  'tools[].effective',
]

/** Deltas only; a value equal to the tool's default is cleared by the service. */
export const ConnectorUpdateBodySchema = z.object({ permissions: namedSchema(z.string().min(1), PermissionSchema) })
export const ConnectorSyncBodySchema = z.object({ enabled: z.boolean() })

export const connectorOperations = {
  'connectors.catalog': {
    method: 'GET',
    path: '/v3/settings/mcp',
    request: { query: TeamQuerySchema },
    response: ConnectorCatalogSchema,
    safety: 'read',
    documented: false,
    open: { response: CATALOG_OPEN },
  },
  'connectors.update': {
    method: 'PATCH',
    path: '/v3/settings/mcp',
    request: { query: TeamQuerySchema, body: ConnectorUpdateBodySchema },
    response: ConnectorCatalogSchema,
    safety: 'set',
    documented: false,
    open: { response: CATALOG_OPEN },
  },
  'connectors.setSync': {
    method: 'PATCH',
    path: '/v3/settings/mcp/sync',
    request: { query: TeamQuerySchema, body: ConnectorSyncBodySchema },
    response: ConnectorSyncReplySchema,
    safety: 'set',
    documented: false,
    open: { response: CATALOG_OPEN },
  },
} as const satisfies Record<string, Operation>
