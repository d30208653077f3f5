import type { ReadQuery } from '../db.ts'
import { listBrands } from './brands.ts'
import { listFreshness } from './freshness.ts'
import { loadLimiterWindows } from './limiter-windows.ts'
import { getSetting } from './settings.ts'

/** What the reader answers, by name. */
export const reads = {
  'brands.list': listBrands,
  'freshness.list': listFreshness,
  'limiter.load': loadLimiterWindows,
  'settings.get': getSetting,
} satisfies Record<string, ReadQuery>
