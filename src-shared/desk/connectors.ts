import { z } from 'zod'
import { PermissionSchema, ToolGroupSchema } from '../service/connectors.ts'
import { namedSchema } from '../service/named-schema.ts'
import { BrandIdSchema, BrandIdsSchema, InstantSchema } from './common.ts'
import { call, event } from './define.ts'
import { DeskErrorValueSchema } from './error-schemas.ts'
import { changedFields } from './values/attribution.ts'

const IdSchema = z.string().min(1).max(200)
const ToolNameSchema = z.string().min(1).max(200)

export const MatrixToolSchema = z.object({
  name: ToolNameSchema,
  label: z.string(),
  description: z.string(),
  group: ToolGroupSchema,
  default: PermissionSchema,
  /** It sends real email that cannot be recalled. */
  sendsEmail: z.boolean(),
  /** Long or outward work that a person should know of: spends credits, publishes. */
  spends: z.boolean(),
})
export type MatrixTool = z.infer<typeof MatrixToolSchema>

export const ToolChangeSchema = z.object({ tool: ToolNameSchema, from: PermissionSchema, to: PermissionSchema })
export type ToolChange = z.infer<typeof ToolChangeSchema>

/** One brand's column. A tool that its catalog does not name is in neither map. */
export const MatrixBrandSchema = z.object({
  brandId: BrandIdSchema,
  /** When its catalog was last read; null: never. */
  fetchedAt: InstantSchema.nullable(),
  canManage: z.boolean(),
  /** Why its cells are read-only; null where they are not. */
  readOnlyReason: z.string().nullable(),
  syncEnabled: z.boolean(),
  effective: namedSchema(ToolNameSchema, PermissionSchema),
  /** Tools whose value differs from their default. */
  set: z.array(ToolNameSchema),
  /** What moved since a person last looked (`connectors.seen`), and this desk did not change. */
  drift: z.array(ToolChangeSchema),
  error: DeskErrorValueSchema.nullable(),
})
export type MatrixBrand = z.infer<typeof MatrixBrandSchema>

export const PRESET_IDS = ['read-only', 'no-sending', 'service-defaults'] as const
/** `permissions` by tool; a tool that a preset does not name keeps its value. */
export const PresetSchema = z.object({
  id: IdSchema,
  name: z.string().trim().min(1).max(80),
  isBuiltIn: z.boolean(),
  permissions: namedSchema(ToolNameSchema, PermissionSchema),
})
export type Preset = z.infer<typeof PresetSchema>

export const PlannedBrandSchema = z.object({
  brandId: BrandIdSchema,
  changes: z.array(
    ToolChangeSchema.extend({ /** Equal to the tool's default: the service clears it. */ clears: z.boolean() }),
  ),
  refused: z.array(z.object({ tool: ToolNameSchema, reason: z.string() })),
  /** Sync is on: applied, it changes every brand of the organisation. */
  isOrganisationWide: z.boolean(),
})
export type PlannedBrand = z.infer<typeof PlannedBrandSchema>

export const PlanSchema = z.object({
  planId: z.string(),
  madeAt: InstantSchema,
  brands: z.array(PlannedBrandSchema),
  changes: z.number().int(),
  refused: z.number().int(),
})
export type Plan = z.infer<typeof PlanSchema>

export const APPLY_STATES = ['applied', 'unchanged', 'moved', 'refused', 'failed'] as const
export const AppliedBrandSchema = z.object({
  brandId: BrandIdSchema,
  /** `moved`: somebody else changed a planned cell meanwhile; nothing was sent for this brand. */
  state: z.enum(APPLY_STATES),
  applied: z.array(ToolChangeSchema),
  /** Planned from → what it is now. */
  moved: z.array(z.object({ tool: ToolNameSchema, planned: PermissionSchema, now: PermissionSchema })),
  error: DeskErrorValueSchema.nullable(),
})
export type AppliedBrand = z.infer<typeof AppliedBrandSchema>

/** `unknown`: its changes were on their way when the desk ended, and it was not read since. `not-sent`: it never came to it. */
export const UNFINISHED_STATES = [...APPLY_STATES, 'unknown', 'not-sent'] as const
/** A plan that is being applied, or whose apply the end of the desk cut off. */
export const UnfinishedApplySchema = z.object({
  applyId: z.string(),
  begunAt: InstantSchema,
  state: z.enum(['running', 'cut-off']),
  /** Brands that have what was planned, of all. */
  done: z.number().int(),
  total: z.number().int(),
  brands: z.array(
    z.object({
      brandId: BrandIdSchema,
      state: z.enum(UNFINISHED_STATES),
      /** What was planned. */
      changes: z.array(ToolChangeSchema),
      applied: z.array(ToolChangeSchema),
      error: DeskErrorValueSchema.nullable(),
    }),
  ),
})
export type UnfinishedApply = z.infer<typeof UnfinishedApplySchema>

/** Cells that a switch of sync would change; `to` null: what it returns to was never seen by this desk. */
export const SyncPreviewSchema = z.object({
  brandId: BrandIdSchema,
  enabled: z.boolean(),
  brands: z.array(
    z.object({
      brandId: BrandIdSchema,
      changes: z.array(z.object({ tool: ToolNameSchema, from: PermissionSchema, to: PermissionSchema.nullable() })),
    }),
  ),
  /** Brands whose catalog the desk has not read, or that may belong to another organisation. */
  unknown: z.array(BrandIdSchema),
  /** What the preview takes for granted, in plain words. */
  note: z.string(),
})
export type SyncPreview = z.infer<typeof SyncPreviewSchema>

export const CatalogVersionSchema = z.object({
  versionId: z.string(),
  brandId: BrandIdSchema,
  at: InstantSchema,
  /** `desk`: this desk applied a plan; `elsewhere`: it was read so. */
  by: z.enum(['desk', 'elsewhere']),
  syncEnabled: z.boolean(),
  /** Against the version before. */
  changes: z.array(ToolChangeSchema),
  ...changedFields,
})
export type CatalogVersion = z.infer<typeof CatalogVersionSchema>

export const connectorCalls = {
  /** From what was read last (dataset `connectors` of `sync.run`); answers without a network. */
  'connectors.matrix': call({
    input: z.object({ brandIds: BrandIdsSchema.default('all') }),
    output: z.object({ tools: z.array(MatrixToolSchema), brands: z.array(MatrixBrandSchema) }),
    reads: ['connectors', 'brands'],
  }),
  /** Either cells, or a preset for brands. An unknown tool or value: `invalid`, nothing is planned. Sends nothing. */
  'connectors.plan': call({
    input: z.object({
      changes: z
        .array(z.object({ brandId: BrandIdSchema, tool: ToolNameSchema, value: PermissionSchema }))
        .min(1)
        .max(50_000)
        .optional(),
      preset: z.object({ presetId: IdSchema, brandIds: BrandIdsSchema }).optional(),
    }),
    output: PlanSchema,
    reads: [],
  }),
  /**
   * Reads each brand's catalog again, sends only the deltas, reads it again. A brand where a planned cell has moved is left
   * alone unless `accept` holds 'moved'; one whose sync came on since, so that every brand of its organisation would change,
   * unless it holds 'organisation'. Wanted cells that were so already are looked at as well. A plan is applied once.
   */
  'connectors.apply': call({
    input: z.object({ planId: IdSchema, accept: z.array(z.string()).max(100).default([]) }),
    output: z.object({ results: z.array(AppliedBrandSchema) }),
    reads: [],
  }),
  /** Applies that are going on, and those that the desk's end cut off; newest first. Nothing of them is ever sent by itself. */
  'connectors.unfinished': call({
    input: z.object({}),
    output: z.object({ applies: z.array(UnfinishedApplySchema) }),
    reads: ['applies', 'connectors', 'brands'],
  }),
  /** Reads again what is unknown of an apply that was cut off, and plans what is left of it; applied, that takes its place. */
  'connectors.planRest': call({ input: z.object({ applyId: IdSchema }), output: PlanSchema, reads: [] }),
  /** Lets the rest of an apply that was cut off be. */
  'connectors.dropRest': call({
    input: z.object({ applyId: IdSchema }),
    output: z.object({ applyId: z.string() }),
    reads: [],
  }),
  'connectors.previewSync': call({
    input: z.object({ brandId: BrandIdSchema, enabled: z.boolean() }),
    output: SyncPreviewSchema,
    reads: [],
  }),
  /** Re-reads every brand of the desk that it may have touched; `changed` is what really happened. */
  'connectors.setSync': call({
    input: z.object({ brandId: BrandIdSchema, enabled: z.boolean() }),
    output: z.object({
      syncEnabled: z.boolean(),
      changed: z.array(z.object({ brandId: BrandIdSchema, changes: z.array(ToolChangeSchema) })),
      failed: z.array(z.object({ brandId: BrandIdSchema, error: DeskErrorValueSchema })),
    }),
    reads: [],
  }),
  /** Newest first. */
  'connectors.versions': call({
    input: z.object({ brandId: BrandIdSchema, limit: z.number().int().min(1).max(500).default(100) }),
    output: z.object({ versions: z.array(CatalogVersionSchema) }),
    reads: ['connectors'],
  }),
  /** Any two versions, also of two brands. */
  'connectors.compare': call({
    input: z.object({ from: IdSchema, to: IdSchema }),
    output: z.object({ changes: z.array(ToolChangeSchema) }),
    reads: [],
  }),
  /** A plan that leads back to this version; apply it as any other. */
  'connectors.revert': call({
    input: z.object({ brandId: BrandIdSchema, versionId: IdSchema }),
    output: PlanSchema,
    reads: [],
  }),
  /** The person has looked: drift counts from here. */
  'connectors.seen': call({
    input: z.object({ brandIds: BrandIdsSchema }),
    output: z.object({ seen: z.number().int() }),
    reads: [],
  }),
  'connectors.presets': call({
    input: z.object({}),
    output: z.object({ presets: z.array(PresetSchema) }),
    reads: ['presets', 'connectors'],
  }),
  /** Without an id a new one; built-in ones are refused. */
  'connectors.savePreset': call({
    input: z.object({
      id: IdSchema.optional(),
      name: PresetSchema.shape.name,
      permissions: PresetSchema.shape.permissions,
    }),
    output: PresetSchema,
    reads: [],
  }),
  'connectors.removePreset': call({ input: z.object({ id: IdSchema }), output: PresetSchema, reads: [] }),
  /** The address to paste into an assistant; null where the profile names none. It signs in by browser, as the user. */
  'connectors.address': call({
    input: z.object({ brandId: BrandIdSchema }),
    output: z.object({ mcpUrl: z.string().nullable() }),
    reads: ['profile', 'brands'],
  }),
}

export const connectorEvents = {
  'connectors.progress': event(z.object({ planId: z.string(), done: z.number().int(), total: z.number().int() })),
}
