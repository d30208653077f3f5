import type { WriteQuery } from '../db.ts'
import { insertBrand, updateBrand } from './brands.ts'
import { saveFreshness } from './freshness.ts'
import { saveLimiterWindow } from './limiter-windows.ts'
import { setSetting } from './settings.ts'

/** What the writer does, by name; the transaction is the query's own. */
export const writes = {
  'brands.insert': insertBrand,
  'brands.update': updateBrand,
  'freshness.save': saveFreshness,
  'limiter.save': saveLimiterWindow,
  'settings.set': setSetting,
} satisfies Record<string, WriteQuery>
