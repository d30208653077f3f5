import { z } from 'zod'
import { DEVICES, SEARCH_TYPES, UNIVERSES } from '../service/rank-tracking.ts'

/** One cut through a brand's rankings; null means "all". The default slice is all devices, all countries, web, all. */
export const SliceSchema = z.object({
  device: z.enum(DEVICES).nullable().default(null),
  country: z
    .string()
    .regex(/^[a-z]{2,3}$/, 'must be a country code such as us')
    .nullable()
    .default(null),
  searchType: z.enum(SEARCH_TYPES).default('web'),
  universe: z.enum(UNIVERSES).default('all'),
})
