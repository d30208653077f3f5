import type { ReactNode } from 'react'
import classes from './filter-chip.module.css'

type Props = {
  readonly isOn: boolean
  readonly onToggle: () => void
  readonly count: number
  readonly children: ReactNode
}

/** One value to filter by, and how many rows have it. */
export const FilterChip = ({ isOn, onToggle, count, children }: Props) => (
  <button type="button" className={classes.chip} aria-pressed={isOn} onClick={onToggle}>
    {children}
    <span className={classes.count}>{count}</span>
  </button>
)
