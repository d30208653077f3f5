import type { ReactNode } from 'react'
import classes from './settings.module.css'

type Props = {
  readonly title: string
  readonly note?: ReactNode
  readonly children: ReactNode
}

/** One setting: what it is on the left, how it is set on the right. */
export const Setting = ({ title, note, children }: Props) => (
  <div className={classes.setting}>
    <div className={classes.settingText}>
      <div className={classes.settingTitle}>{title}</div>
      {note === undefined ? null : <div className={classes.note}>{note}</div>}
    </div>
    <div className={classes.settingInput}>{children}</div>
  </div>
)
