import { Group } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { PlaceExport } from '../parts/panel.tsx'
import css from './table-page.module.css'

type ViewHeadProps = { readonly note?: ReactNode; readonly actions?: ReactNode }

/** The line of a view that fills the window: its note and its actions. The header names it. */
export const ViewHead = ({ note, actions }: ViewHeadProps) =>
  note == null && actions == null ? null : (
    <div className={css.head}>
      {note}
      <Group ml="auto">{actions}</Group>
    </div>
  )

type TablePageProps = ViewHeadProps & {
  /** Between the head and the table: filters, chips, notes. */
  readonly top?: ReactNode
  readonly table: ReactNode
  readonly side?: ReactNode
  readonly foot?: ReactNode
  /** The table has an Export menu of its own. */
  readonly isExported?: boolean
}

/** A view that is one table: it fills the window, and only the table scrolls. */
export const TablePage = ({ top, table, side, foot, note, actions, isExported = false }: TablePageProps) => (
  <div className={css.page}>
    <ViewHead
      note={note}
      actions={
        isExported ? (
          actions
        ) : (
          <>
            {actions}
            <PlaceExport />
          </>
        )
      }
    />
    {top}
    <div className={css.main}>
      {table}
      {side}
    </div>
    {foot}
  </div>
)

export type Fact = { readonly name: string; readonly value: ReactNode; readonly change?: ReactNode }

type FactsProps = { readonly facts: readonly Fact[]; readonly perRow: number }

/** A few measures side by side. */
export const Facts = ({ facts, perRow }: FactsProps) => (
  <div
    className={css.facts}
    style={{ '--facts': perRow } as CSSProperties /* a custom property is not in React's type */}
  >
    {facts.map(({ name, value, change }) => (
      <div key={name} className={css.fact}>
        <div className={`${css.factName} truncate`}>{name}</div>
        <div className={css.factValue}>
          <span>{value}</span>
          {change}
        </div>
      </div>
    ))}
  </div>
)
