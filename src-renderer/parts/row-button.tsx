// Buttons of rows that come by the dozen. They look like Mantine's, whose many elements delay the first rows (decision 48).
import type { ComponentProps } from 'react'
import { KeyCaps } from './key-caps.tsx'
import classes from './row-button.module.css'

type RowButtonProps = Omit<ComponentProps<'button'>, 'type'> & {
  /** Enter presses it. */
  readonly isMain: boolean
}

export const RowButton = ({ isMain, className = '', children, ...props }: RowButtonProps) => (
  <button type="button" className={`${classes.button} ${className}`} data-main={isMain || undefined} {...props}>
    <span className={classes.label}>{children}</span>
    {isMain ? <KeyCaps keys="enter" /> : null}
  </button>
)

type RowIconProps = Omit<ComponentProps<'button'>, 'type' | 'className'> & { readonly 'aria-label': string }

export const RowIcon = (props: RowIconProps) => <button type="button" className={classes.icon} {...props} />
