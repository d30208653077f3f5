import { IconX } from '@tabler/icons-react'
import css from './table-page.module.css'

export type FilterChip = { readonly id: string; readonly label: string; readonly remove: () => void }

export type FilterChipsProps = { readonly chips: readonly FilterChip[]; readonly onClear: () => void }

/** What narrows the rows, each to be taken away by one press. */
export const FilterChips = ({ chips, onClear }: FilterChipsProps) =>
  chips.length === 0 ? null : (
    <div className={css.chips}>
      {chips.map(({ id, label, remove }) => (
        <span key={id} className={css.chip}>
          {label}
          <button type="button" aria-label={`Remove the filter ${label}`} onClick={remove}>
            <IconX size={12} aria-hidden />
          </button>
        </span>
      ))}
      <button type="button" className={css.clear} onClick={onClear}>
        Clear all
      </button>
    </div>
  )
