import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './panel.module.css'

type Props = {
  readonly title?: ReactNode
  readonly aside?: ReactNode
  readonly children: ReactNode
  /** Without inner space: for tables that reach the border. */
  readonly isFlush?: boolean
}

/** A bordered surface with an optional head. */
export const Panel = ({ title, aside, children, isFlush = false }: Props) => (
  <section className={classes.panel}>
    {title === undefined && aside === undefined ? null : (
      <header className={classes.head}>
        <h2>{title}</h2>
        <Group ml="auto" wrap="nowrap">
          {aside}
        </Group>
      </header>
    )}
    <div className={isFlush ? classes.flush : classes.body}>{children}</div>
  </section>
)

type PageProps = {
  readonly note?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The inside of a view: a line with its note and its actions, and what it shows, one scroll. The header names it. */
export const Page = ({ note, actions, children }: PageProps) => (
  <div className={classes.page}>
    {note === undefined && actions === undefined ? null : (
      <div className={classes.pageHead}>
        <div className="soft">{note}</div>
        <Group ml="auto" wrap="nowrap">
          {actions}
        </Group>
      </div>
    )}
    {children}
  </div>
)
