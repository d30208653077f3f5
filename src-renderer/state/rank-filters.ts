// What narrows the rankings. It outlives a change of brand, so that one question can be asked of brand after brand. The
// open keyword is part of the address instead.
import { z } from 'zod'
import { create } from 'zustand'
import { DaySchema } from '../../src-shared/desk/common.ts'
import { RankChangeSchema } from '../../src-shared/desk/rankings.ts'
import { DEFAULT_SLICE, type Slice } from '../../src-shared/desk/slice.ts'
import { SliceSchema } from '../../src-shared/desk/slice-schema.ts'
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
  isTracked: z.boolean().catch(false),
  tags: z.array(z.string().min(1).max(40)).max(50).catch([]),
  /** Days up to the newest whole one, or `from` and `to`. */
  period: z.enum(['7', '28', '90', 'custom']).catch('28'),
  from: DayOrNull,
  to: DayOrNull,
  versus: z.enum(['previous', 'none', 'custom']).catch('previous'),
  compareFrom: DayOrNull,
  compareTo: DayOrNull,
})
export type RankFilters = z.infer<typeof FiltersSchema>
export type RankChange = RankFilters['changes'][number]

export const NO_FILTERS = FiltersSchema.parse({})
export const useRankFilters = create<RankFilters>()(() => NO_FILTERS)

/** Older saved views name a day, and maybe a day that it is compared with. */
const OldDaySchema = z
  .looseObject({ day: DaySchema, compareDay: DayOrNull })
  .transform(({ day, compareDay, ...rest }) => ({
    ...rest,
    period: 'custom',
    from: day,
    to: day,
    versus: compareDay === null ? 'none' : 'custom',
    compareFrom: compareDay,
    compareTo: compareDay,
  }))

/** Filters out of a saved view. */
export const readRankFilters = (kept: unknown): RankFilters => {
  const old = OldDaySchema.safeParse(kept)
  return FiltersSchema.catch(NO_FILTERS).parse(old.success ? old.data : kept)
}

export const useSlice = (): Slice => {
  const chosen = useRankFilters((state) => state.slice)
  const usual = useSettings((state) => state.settings?.defaultSlice)
  return chosen ?? usual ?? DEFAULT_SLICE
}
