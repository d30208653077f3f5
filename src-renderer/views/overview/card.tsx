import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Panel } from '../../parts/panel.tsx'
import { linkToPlace, type Params, useScope } from '../../state/location.ts'

type LinkProps = {
  readonly view: string
  readonly params?: Params
  /** What the place is to show, where its address does not say it. */
  readonly onClick?: () => void
  readonly children: ReactNode
}

const NO_PARAMS: Params = {}

/** A link to a place of the same brand. */
export const PlaceLink = ({ view, params = NO_PARAMS, onClick, children }: LinkProps) => (
  <Anchor href={linkToPlace({ view, scope: useScope(), params })} size="xs" onClick={onClick}>
    {children}
  </Anchor>
)

type CardProps = {
  readonly title: string
  /** The period, or how many there are. */
  readonly note?: ReactNode
  readonly link?: { readonly view: string; readonly text: string } | undefined
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A part of one brand's page, with the way to its place. */
export const Card = ({ title, note, link, aside, children }: CardProps) => (
  <Panel
    title={
      <>
        {title} {note === undefined ? null : <span className="soft">{note}</span>}
      </>
    }
    aside={
      <>
        {aside}
        {link === undefined ? null : <PlaceLink view={link.view}>{link.text}</PlaceLink>}
      </>
    }
  >
    {children}
  </Panel>
)

/** In place of what was never synced, or is not there. */
export const Nothing = ({ children }: { readonly children: ReactNode }) => <p className="soft">{children}</p>
