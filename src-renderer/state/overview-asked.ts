// What the overview of all brands is asked for, by the address.
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { HEALTHS, type Health, OVERVIEW_SORTS, type OverviewSort } from '../../src-shared/desk/values/overview-order.ts'
import type { Params } from './place.ts'

export type BrandQuery = {
  readonly text: string
  readonly tag: string | null
  readonly health: Health | null
  readonly sort: OverviewSort
  readonly isDescending: boolean
}

/** The biggest loss first: that is what a person looks for here; Today lists what needs an action. */
export const queryFromParams = ({ q = '', tag, health, sort, order }: Params): BrandQuery => {
  const asked = OVERVIEW_SORTS.find((each) => each === sort)
  return {
    text: q,
    tag: tag ?? null,
    health: HEALTHS.find((word) => word === health) ?? null,
    sort: asked ?? 'lostClicks',
    isDescending: asked === undefined || order === 'desc',
  }
}

/** Rows of a page. */
export const OVERVIEW_ROWS = 50

/** The first page, with all brands that fit. The same address always gives the same text. */
export const overviewAsked = ({ text, tag, health, sort, isDescending }: BrandQuery) =>
  ({
    limit: OVERVIEW_ROWS,
    whole: true,
    sort: [{ by: sort, direction: isDescending ? 'desc' : 'asc' }],
    ...(text.trim() !== '' && { search: text.slice(0, 500) }),
    ...(tag !== null && { tag }),
    ...(health !== null && { health }),
  }) satisfies CallInput<'brands.overview'>
