import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { deferred } from '../deferred.tsx'
import { useLocation } from '../state/location.ts'
import { EXPORT_PLACES } from '../table/export-places.ts'
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

/** Tables of pages have an export of their own. */
export const PlaceExport = deferred({
  load: () => import('../table/place-export.tsx').then((part) => part.PlaceExport),
})

type PageProps = {
  readonly note?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The inside of a view: a line with its note and its actions, and what it shows, one scroll. The header names it. */
export const Page = ({ note, actions, children }: PageProps) => {
  const isExported = useLocation(({ view }) => view in EXPORT_PLACES)
  return (
    <div className={classes.page}>
      {note === undefined && actions === undefined && !isExported ? null : (
        <div className={classes.pageHead}>
          <div className="soft">{note}</div>
          <Group ml="auto" wrap="nowrap">
            {actions}
            {isExported ? <PlaceExport /> : null}
          </Group>
        </div>
      )}
      {children}
    </div>
  )
}
