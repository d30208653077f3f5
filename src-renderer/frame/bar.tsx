import type { ReactNode } from 'react'
import classes from './bar.module.css'

type Props = {
  readonly icon: ReactNode
  readonly children: ReactNode
  /** What announces it: the whole bar, or its text alone where its name says what it is. */
  readonly role?: 'alert' | 'status'
  readonly label?: string
  readonly textRole?: 'status'
  readonly actions?: ReactNode
  /** Its text is cut off rather than wrapped. */
  readonly isOneLine?: boolean
  readonly isStrong?: boolean
  readonly isSlim?: boolean
}

/** A line over the view: what cannot be done or what waits, and the buttons for it. */
export const Bar = ({ icon, children, role, label, textRole, actions, isOneLine, isStrong, isSlim }: Props) => (
  <section
    className={classes.bar}
    role={role}
    aria-label={label}
    data-strong={isStrong || undefined}
    data-slim={isSlim || undefined}
  >
    {icon}
    <span className={classes.text} role={textRole} data-one-line={isOneLine || undefined}>
      {children}
    </span>
    {actions === undefined ? null : <span className={classes.actions}>{actions}</span>}
  </section>
)
