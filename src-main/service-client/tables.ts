import type { RoomTables } from '../store/tables.ts'
import { loadLimiterWindows, saveLimiterWindow } from './queries/limiter-windows.ts'
import { pauseBucket, takeSlots } from './queries/team-slots.ts'

export const serviceClientTables = {
  reads: {
    'limiter.load': loadLimiterWindows,
  },
  writes: {
    core: {
      'limiter.save': saveLimiterWindow,
    },
    cache: {},
  },
  brandRows: { core: ['DELETE FROM limiter_window WHERE instr(bucket, ?) > 0'], cache: [] },
  team: { queries: { 'limiter.take': takeSlots, 'limiter.pause': pauseBucket } },
} satisfies RoomTables
