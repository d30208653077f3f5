// What narrows the rankings. It outlives a change of brand, so that one question can be asked of brand after brand. The
// open keyword is part of the address instead.
import { z } from 'zod'
import { create } from 'zustand'
import { DaySchema } from '../../src-shared/desk/common.ts'
import { RankChangeSchema } from '../../src-shared/desk/rankings.ts'
import { DEFAULT_SLICE, type Slice, SliceSchema } from '../../src-shared/desk/slice.ts'
import { BANDS } from './bands.ts'
import { useSettings } from './settings.ts'

const TextSchema = z.string().max(500).catch('')
const NumberOrNull = z.number().min(0).nullable().catch(null)
const DayOrNull = DaySchema.nullable().catch(null)

/** A part of a saved view that does not fit falls back to no filter. */
const FiltersSchema = z.object({
  search: TextSchema,
  band: z.enum(BANDS.map((band) => band.id)).catch('any'),
  bandMin: NumberOrNull,
  bandMax: NumberOrNull,
  changes: z.array(RankChangeSchema).catch([]),
  isStarred: z.boolean().catch(false),
  page: TextSchema,
  clicksMin: NumberOrNull,
  impressionsMin: NumberOrNull,
  /** Null: the slice that the settings open with. */
  slice: SliceSchema.nullable().catch(null),
  /** Null: the last 28 days. */
  day: DayOrNull,
  compareDay: DayOrNull,
})
export type RankFilters = z.infer<typeof FiltersSchema>
export type RankChange = RankFilters['changes'][number]

export const NO_FILTERS = FiltersSchema.parse({})
export const useRankFilters = create<RankFilters>()(() => NO_FILTERS)

/** Filters out of a saved view. */
export const readRankFilters = (kept: unknown): RankFilters => FiltersSchema.catch(NO_FILTERS).parse(kept)

export const useSlice = (): Slice => {
  const chosen = useRankFilters((state) => state.slice)
  const usual = useSettings((state) => state.settings?.defaultSlice)
  return chosen ?? usual ?? DEFAULT_SLICE
}
