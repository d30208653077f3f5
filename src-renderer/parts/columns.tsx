import type { ReactNode } from 'react'
import classes from './columns.module.css'

type Props = { readonly side?: 'left' | 'right'; readonly children: ReactNode }

/** A wide column and a narrow one at its side; in a narrow window one below the other. */
export const Columns = ({ side = 'right', children }: Props) => (
  <div className={classes.columns} data-side={side}>
    {children}
  </div>
)
