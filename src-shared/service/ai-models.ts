import { z } from 'zod'
import type { Operation } from './define.ts'

const RequiredTeamSchema = z.object({ teamId: z.string().min(1) })

/** `canEnable` is true only when `planId` is null or equals the team's plan. Where it is missing, the service decides. */
export const AiModelSchema = z.looseObject({
  modelId: z.string(),
  name: z.string().nullish(),
  isActive: z.boolean(),
  canEnable: z.boolean().default(true),
  planId: z.string().nullable().default(null),
})
export const AiModelsReplySchema = z.looseObject({ models: z.array(AiModelSchema) })

export const AiModelPathSchema = z.object({ modelId: z.string().min(1) })
export const AiModelUpdateBodySchema = RequiredTeamSchema.extend({ isActive: z.boolean() })
export const AiModelUpdateReplySchema = z.looseObject({ success: z.literal(true).optional() })

/** All in whole days. `effectiveInterval` is `customInterval` clamped to at least `planFloor`, else `planFloor`. */
export const RefreshIntervalSchema = z.looseObject({
  planFloor: z.number().int(),
  allowedIntervals: z.array(z.number().int()),
  customInterval: z.number().int().nullable().default(null),
  effectiveInterval: z.number().int(),
})
/** In days; null clears the team's override. The service answers 403 to one that it does not allow, also off the ladder. */
export const RefreshIntervalBodySchema = RequiredTeamSchema.extend({ interval: z.number().int().nullable() })
export const RefreshIntervalUpdateReplySchema = RefreshIntervalSchema.extend({ success: z.literal(true).optional() })

export const aiModelOperations = {
  'aiModels.list': {
    method: 'GET',
    path: '/ai-models',
    request: { query: RequiredTeamSchema },
    response: AiModelsReplySchema,
    safety: 'read',
    documented: false,
    open: { response: ['models', 'models[].modelId', 'models[].name'] },
  },
  'aiModels.update': {
    method: 'PATCH',
    path: '/ai-models/:modelId',
    request: { path: AiModelPathSchema, body: AiModelUpdateBodySchema },
    response: AiModelUpdateReplySchema,
    safety: 'set',
    documented: false,
  },
  'aiModels.refreshInterval': {
    method: 'GET',
    path: '/ai-models/refresh-interval',
    request: { query: RequiredTeamSchema },
    response: RefreshIntervalSchema,
    safety: 'read',
    documented: false,
  },
  'aiModels.setRefreshInterval': {
    method: 'PATCH',
    path: '/ai-models/refresh-interval',
    request: { body: RefreshIntervalBodySchema },
    response: RefreshIntervalUpdateReplySchema,
    safety: 'set',
    documented: false,
  },
} as const satisfies Record<string, Operation>
