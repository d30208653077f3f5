import type { z } from 'zod'
import type { SliceSchema } from './slice-schema.ts'

export type Slice = z.infer<typeof SliceSchema>

export const DEFAULT_SLICE: Slice = { device: null, country: null, searchType: 'web', universe: 'all' }
