// What the rankings view is narrowed to. It outlives the change of a brand, so that the same question can be put to one
// brand after another; the open keyword is part of the address instead.
import { create } from 'zustand'
import type { RankFilter } from '../../src-shared/desk/rankings.ts'
import { DEFAULT_SLICE, type Slice } from '../../src-shared/desk/slice.ts'
import type { BandId } from '../views/rankings/bands.ts'
import { useSettings } from './settings.ts'

export type RankChange = NonNullable<RankFilter['change']>[number]
export type Filters = {
  readonly search: string
  readonly band: BandId
  readonly bandMin: number | null
  readonly bandMax: number | null
  readonly changes: readonly RankChange[]
  readonly isStarred: boolean
  readonly page: string
  readonly clicksMin: number | null
  readonly impressionsMin: number | null
  /** Null: the slice that the settings open with. */
  readonly slice: Slice | null
  /** Null: the review window. */
  readonly day: string | null
  readonly compareDay: string | null
}

export const NO_FILTERS: Filters = {
  search: '',
  band: 'any',
  bandMin: null,
  bandMax: null,
  changes: [],
  isStarred: false,
  page: '',
  clicksMin: null,
  impressionsMin: null,
  slice: null,
  day: null,
  compareDay: null,
}

export const useFilters = create<Filters>()(() => NO_FILTERS)
export const setFilters = (change: Partial<Filters>): void => useFilters.setState(change)
export const clearFilters = (): void => useFilters.setState(NO_FILTERS, true)

export const useSlice = (): Slice => {
  const chosen = useFilters((state) => state.slice)
  const usual = useSettings((state) => state.settings?.defaultSlice)
  return chosen ?? usual ?? DEFAULT_SLICE
}
