import type { ReactNode } from 'react'
import { MenuFilter } from '../parts/fields/menu-filter.tsx'
import { SearchInput, type SearchInputProps } from './search-input.tsx'
import css from './table-page.module.css'

/** A list's filters (state/filters/lists.ts), as far as one field of them goes. */
type FilterStore<Fields> = {
  <Selected>(select: (filters: Fields) => Selected): Selected
  readonly setState: (change: Fields) => void
}

type RowProps = Pick<SearchInputProps, 'onDone'> & {
  /** What the text is looked for in: `keyword or page`. */
  readonly by: string
  /** The list's word for its rows: `keywords`. */
  readonly of: string
  readonly store: FilterStore<{ readonly search: string }>
  readonly children?: ReactNode
}

/** The filters above a table: the search first, then the view's own. */
export const FilterRow = ({ by, of, store, onDone, children }: RowProps) => (
  <div className={css.filters}>
    <SearchInput
      label={`Filter by ${by}`}
      placeholder={`Filter ${of}`}
      onDone={onDone}
      value={store((filters) => filters.search)}
      onChange={(text) => store.setState({ search: text })}
    />
    {children}
  </div>
)

type MenuProps<Field extends string, Value extends string> = {
  readonly label: string
  readonly labels: Readonly<Record<Value, string>>
  readonly store: FilterStore<Readonly<Record<NoInfer<Field>, readonly NoInfer<Value>[]>>>
  readonly field: Field
}

/** A field of a list's filters that holds several of a few values. */
export const FilterMenu = <Field extends string, Value extends string>(props: MenuProps<Field, Value>) => {
  const { label, labels, store, field } = props
  const chosen = store((filters) => filters[field])
  const set = (next: readonly Value[]) => store.setState({ [field]: next } as Record<Field, readonly Value[]>) // its only key
  return <MenuFilter label={label} labels={labels} chosen={chosen} onChange={set} />
}
