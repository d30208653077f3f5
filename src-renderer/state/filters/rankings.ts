// What narrows the rankings. It outlives a change of brand, so that one question can be asked of brand after brand. The
// open keyword is part of the address instead.
import { z } from 'zod'
import { create } from 'zustand'
import { DaySchema } from '../../../src-shared/desk/common.ts'
import { RankChangeSchema, type RankFilter } from '../../../src-shared/desk/rankings.ts'
import { BAND_ENDS } from '../../../src-shared/desk/values/position-bands.ts'
import { DEFAULT_SLICE, type Slice } from '../../../src-shared/desk/values/slice.ts'
import { SliceSchema } from '../../../src-shared/desk/values/slice-schema.ts'
import { useSettings } from '../settings.ts'

// Bands of positions, as filters.
export type BandId = 'any' | 'top3' | '4-10' | '11-20' | '21-50' | '51+' | 'none' | 'custom'
type BandFilter = Pick<RankFilter, 'positionMin' | 'positionMax' | 'notRanking'>
type Band = { readonly id: BandId; readonly label: string; readonly filter: BandFilter }

/** The desk's bounds are inclusive, and positions have at most three decimals. */
const UNDER = 0.0001
/** From the end of the band before up to its own. */
const between = (start: keyof typeof BAND_ENDS, end: keyof typeof BAND_ENDS): BandFilter => ({
  positionMin: BAND_ENDS[start],
  positionMax: BAND_ENDS[end] - UNDER,
})

export const BANDS: readonly Band[] = [
  { id: 'any', label: 'Any position', filter: {} },
  { id: 'top3', label: '1–3', filter: { positionMax: BAND_ENDS.top3 - UNDER } },
  { id: '4-10', label: '4–10', filter: between('top3', '4-10') },
  { id: '11-20', label: '11–20', filter: between('4-10', '11-20') },
  { id: '21-50', label: '21–50', filter: between('11-20', '21-50') },
  { id: '51+', label: '51+', filter: { positionMin: BAND_ENDS['21-50'] } },
  { id: 'none', label: 'Not ranking', filter: { notRanking: true } },
  { id: 'custom', label: 'From … to …', filter: {} },
]

type CustomBand = { readonly min: number | null; readonly max: number | null }

/** Whole bounds mean the places they name: 5 to 8 holds 4.5 up to 8.4. Other bounds are taken as they are. */
export const bandFilter = (id: BandId, { min, max }: CustomBand): BandFilter => {
  if (id !== 'custom') return BANDS.find((band) => band.id === id)?.filter ?? {}
  const low = min === null ? null : Number.isInteger(min) ? Math.max(0, min - 0.5) : min
  const high = max === null ? null : Number.isInteger(max) ? max + 0.5 - UNDER : max
  return { ...(low === null ? {} : { positionMin: low }), ...(high === null ? {} : { positionMax: high }) }
}

export const bandLabel = (id: BandId, { min, max }: CustomBand): string => {
  if (id !== 'custom') return BANDS.find((band) => band.id === id)?.label ?? id
  if (min === null && max === null) return 'any position'
  if (max === null) return `${min} or lower`
  return min === null ? `${max} or better` : `${min} to ${max}`
}

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
  /** The whole address of a ranked page; empty: any. */
  pageAddress: z.string().max(2000).catch(''),
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
