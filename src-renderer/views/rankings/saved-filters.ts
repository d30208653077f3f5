// Filters on their way into a saved view and back. What a view kept is read like any input: a part that does not fit
// is left out, never trusted.
import { z } from 'zod'
import { DaySchema } from '../../../src-shared/desk/common.ts'
import type { SavedView } from '../../../src-shared/desk/desk.ts'
import { RankChangeSchema } from '../../../src-shared/desk/rankings.ts'
import { SliceSchema } from '../../../src-shared/desk/slice.ts'
import { type Filters, NO_FILTERS } from '../../state/rankings-store.ts'
import { BANDS } from './bands.ts'

const NumberOrNull = z.number().min(0).nullable().catch(null)
const DayOrNull = DaySchema.nullable().catch(null)

const FiltersSchema = z.object({
  search: z.string().max(500).catch(''),
  band: z.enum(BANDS.map((band) => band.id)).catch('any'),
  bandMin: NumberOrNull,
  bandMax: NumberOrNull,
  changes: z.array(RankChangeSchema).catch([]),
  isStarred: z.boolean().catch(false),
  page: z.string().max(500).catch(''),
  clicksMin: NumberOrNull,
  impressionsMin: NumberOrNull,
  slice: SliceSchema.nullable().catch(null),
  day: DayOrNull,
  compareDay: DayOrNull,
})

export const readFilters = (kept: unknown): Filters => {
  const result = FiltersSchema.safeParse(kept)
  return result.success ? result.data : NO_FILTERS
}

export const writeFilters = (filters: Filters): SavedView['state'][string] => ({
  ...filters,
  changes: [...filters.changes],
})
