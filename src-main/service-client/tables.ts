import { byBrandId, type RoomTables } from '../store/tables.ts'
import { listKeyRefusals, saveKeyRefusal } from './queries/key-refusals.ts'
import { loadLimiterWindows, replaceLimiterWindows, saveLimiterWindow } from './queries/limiter-windows.ts'
import { serviceClientSchema } from './queries/schema.ts'
import { createSentRequests, keepSent, type LimitScope } from './queries/sent-requests.ts'
import { pauseBucket, slotsTaken, takeSlots } from './queries/team-slots.ts'

export const createServiceClientTables = (limitScope: LimitScope) =>
  ({
    schema: serviceClientSchema,
    reads: {
      'keyRefusals.list': listKeyRefusals,
      'limiter.load': loadLimiterWindows,
    },
    writes: {
      core: {
        'keyRefusals.save': saveKeyRefusal,
        'limiter.replace': replaceLimiterWindows,
        'limiter.save': saveLimiterWindow,
      },
      cache: {},
    },
    brandRows: { core: [byBrandId('key_refusal')], cache: [] },
    team: {
      queries: { 'limiter.take': takeSlots, 'limiter.pause': pauseBucket, 'limiter.taken': slotsTaken },
      requests: { sent: createSentRequests(limitScope), keep: keepSent },
    },
    // The requests of the last minute were sent, whatever a backup says.
    keptByRestore: ['limiter_window'],
  }) satisfies RoomTables
