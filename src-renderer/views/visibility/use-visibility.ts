import { useMemo } from 'react'
import type { Brand } from '../../../src-shared/desk/brands.ts'
import { brandText } from '../../../src-shared/desk/values/brand-look.ts'
import { fuzzyFilter } from '../../../src-shared/desk/values/fuzzy.ts'
import { useDesk } from '../../data/use-desk.ts'
import { byName, useBrands } from '../../state/brands.ts'
import { type Params, useParams, useScope } from '../../state/location.ts'
import { type Rows, rowsOf, type VisibilityRow } from '../../state/visibility.ts'

const NO_ROWS: Rows = new Map()

export type ModelName = { readonly modelId: string; readonly name: string }
export type MatrixRow = VisibilityRow & { readonly brand: Brand }

/** Brands in view, by name: those of the scope that match the tag and the text. */
export const matrixRows = (
  brands: readonly Brand[],
  rows: Rows,
  { scope, q = '', tag = '' }: Params & { readonly scope: string },
): MatrixRow[] =>
  byName(fuzzyFilter(q, brands, brandText)).flatMap((brand) => {
    const row = rows.get(brand.id)
    if (row === undefined || (scope !== 'all' && brand.id !== scope)) return []
    if (tag !== '' && !brand.tags.includes(tag)) return []
    return [{ ...row, brand }]
  })

/** Reads all brands at once: the staged changes may be for brands that are not in view. */
export const useVisibility = () => {
  const scope = useScope()
  const brands = useBrands((state) => state.list)
  const { q = '', tag = '' } = useParams()
  const models = useDesk('visibility.models', {})
  const intervals = useDesk('visibility.intervals', {})
  const rows = useMemo(
    () =>
      models.value === undefined || intervals.value === undefined
        ? NO_ROWS
        : rowsOf(models.value.brands, intervals.value.brands),
    [models.value, intervals.value],
  )
  const shown = useMemo(() => matrixRows(brands, rows, { scope, q, tag }), [brands, rows, scope, q, tag])
  return {
    scope,
    rows,
    shown,
    names: models.value?.models ?? [],
    error: models.error ?? intervals.error,
    isAsked: models.value !== undefined && intervals.value !== undefined,
    reload: () => {
      models.reload()
      intervals.reload()
    },
  }
}
export type Visibility = ReturnType<typeof useVisibility>
