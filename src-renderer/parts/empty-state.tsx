import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

type Props = {
  readonly icon?: ReactNode
  readonly title: string
  /** What to do next, in a sentence. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Nothing here yet, and the next step. */
export const EmptyState = ({ icon, title, children, action }: Props) => (
  <div className={classes.empty}>
    {icon === undefined ? null : (
      <div className={classes.icon} aria-hidden>
        {icon}
      </div>
    )}
    <h2 className={classes.title}>{title}</h2>
    {children === undefined ? null : <div className={classes.text}>{children}</div>}
    {action === undefined ? null : <div className={classes.action}>{action}</div>}
  </div>
)
