import type { RoomTables } from '../store/tables.ts'
import { loadLimiterWindows, replaceLimiterWindows, saveLimiterWindow } from './queries/limiter-windows.ts'
import { pauseBucket, takeSlots } from './queries/team-slots.ts'

export const serviceClientTables = {
  reads: {
    'limiter.load': loadLimiterWindows,
  },
  writes: {
    core: {
      'limiter.replace': replaceLimiterWindows,
      'limiter.save': saveLimiterWindow,
    },
    cache: {},
  },
  brandRows: { core: [], cache: [] },
  team: { queries: { 'limiter.take': takeSlots, 'limiter.pause': pauseBucket } },
} satisfies RoomTables
