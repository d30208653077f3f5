import type { ReactNode } from 'react'
import { SearchInput, type SearchInputProps } from './search-input.tsx'
import css from './table-page.module.css'

/** The filters above a table: the search first, then the view's own. */
export const FilterRow = ({ children, ...search }: SearchInputProps & { readonly children?: ReactNode }) => (
  <div className={css.filters}>
    <SearchInput {...search} />
    {children}
  </div>
)
