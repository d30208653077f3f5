import { z } from 'zod'
import { namedSchema } from './named-schema.ts'
import { TeamQuerySchema } from './wire.ts'

export const PermissionSchema = z.enum(['allow', 'deny'])
export const ToolGroupSchema = z.enum(['read', 'write'])

/** Reads default to allow, writes to deny; `effective` is the state for this brand. */
export const ConnectorToolSchema = z.looseObject({
  name: z.string(),
  label: z.string(),
  description: z.string(),
  group: ToolGroupSchema,
  default: PermissionSchema,
  effective: PermissionSchema,
})

export const ConnectorCatalogSchema = z.looseObject({
  brandId: z.string().min(1),
  canManage: z.boolean(),
  syncEnabled: z.boolean(),
  tools: z.array(ConnectorToolSchema),
})

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

export const ConnectorQuerySchema = TeamQuerySchema
/** Deltas only; a value equal to the tool's default is cleared by the service. */
export const ConnectorUpdateBodySchema = z.object({ permissions: namedSchema(z.string().min(1), PermissionSchema) })
export const ConnectorSyncBodySchema = z.object({ enabled: z.boolean() })
