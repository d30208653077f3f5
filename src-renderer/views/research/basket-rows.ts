import type { BasketRow } from '../../../src-shared/desk/research.ts'
import { compareNames } from '../../format/names.ts'

export const BASKET_FILTERS = ['keep', 'drop', 'all'] as const
export type BasketFilter = (typeof BASKET_FILTERS)[number]
export const FILTER_LABELS: Record<BasketFilter, string> = { keep: 'Kept', drop: 'Dropped', all: 'Both' }

export const basketFilter = (text: string | undefined): BasketFilter =>
  BASKET_FILTERS.find((one) => one === text) ?? 'keep'

type Shown = { readonly filter: BasketFilter; readonly search: string; readonly nameOf: (brandId: string) => string }

/** Rows of the filter, by brand and keyword. */
export const basketRows = (rows: readonly BasketRow[], { filter, search, nameOf }: Shown): BasketRow[] => {
  const wanted = search.trim().toLocaleLowerCase()
  const has = (text: string) => text.toLocaleLowerCase().includes(wanted)
  return rows
    .filter((row) => filter === 'all' || row.state === filter)
    .filter(({ keyword, note, brandId }) => wanted === '' || has(keyword) || has(note) || has(nameOf(brandId)))
    .toSorted((a, b) => compareNames(nameOf(a.brandId), nameOf(b.brandId)) || a.keyword.localeCompare(b.keyword))
}
