import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

type Props = {
  readonly tone: 'good' | 'warn' | 'bad' | 'plain'
  readonly children: ReactNode
  /** Buttons at its end. */
  readonly actions?: ReactNode
  readonly role?: 'alert' | 'status' | 'note'
  readonly icon?: ReactNode
}

/** A coloured box with a sign: a hint (warn), an error (bad), a success (good) or a fact (plain), and what to do about it. */
export const Notice = ({ tone, children, actions, role, icon }: Props) => {
  const Icon = tone === 'good' ? IconCircleCheck : IconAlertTriangle
  return (
    <div className={classes.notice} data-tone={tone} role={role}>
      {icon ?? <Icon size={16} aria-hidden />}
      <div className={classes.body}>{children}</div>
      {actions === undefined ? null : <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
