import type { BrandIds } from '../../../src-shared/desk/common.ts'
import type { RankFilter } from '../../../src-shared/desk/rankings.ts'
import type { Slice } from '../../../src-shared/desk/slice.ts'
import type { RankInput } from '../../data/rank-rows.ts'
import { bandFilter, type RankFilters } from '../../state/rank-filters.ts'
import type { SortKey } from '../../table/column.ts'
import { whenAsOfDay } from './rank-when.ts'

export const rankFilter = (filters: RankFilters): RankFilter => {
  const { changes, tags, page, clicksMin, impressionsMin } = filters
  return {
    ...bandFilter(filters.band, { min: filters.bandMin, max: filters.bandMax }),
    ...(changes.length === 0 ? {} : { change: [...changes] }),
    ...(filters.isStarred ? { starred: true } : {}),
    ...(filters.isTracked ? { tracked: true } : {}),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(page === '' ? {} : { page }),
    ...(clicksMin === null ? {} : { clicksMin }),
    ...(impressionsMin === null ? {} : { impressionsMin }),
  }
}

type RankScope = {
  readonly brandIds: BrandIds
  readonly slice: Slice
  readonly sort: readonly SortKey[]
  /** The earlier day that is shown. */
  readonly asOfDay?: string | undefined
}

/** The filters as input of the desk's calls: for the page and the export. */
export const rankInput = (filters: RankFilters, { brandIds, slice, sort, asOfDay }: RankScope): RankInput => ({
  brandIds,
  slice,
  filter: rankFilter(filters),
  ...(filters.search.trim() === '' ? {} : { search: filters.search.trim() }),
  ...whenAsOfDay(filters, asOfDay),
  ...(sort.length === 0 ? {} : { sort: [...sort] as NonNullable<RankInput['sort']> }), // fields of the columns' own list
})
