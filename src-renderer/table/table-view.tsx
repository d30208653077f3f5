import type { CSSProperties, ReactNode } from 'react'
import type { SavedView } from '../../src-shared/desk/desk.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { FilterChips, type FilterChipsProps } from './filter-chips.tsx'
import { readLayout, writeLayout } from './layout.ts'
import { SavedViews } from './saved-views.tsx'
import css from './table-page.module.css'
import { TablePage } from './table-page.tsx'
import type { Opened } from './use-opened.ts'
import type { Table } from './use-table.ts'

type Filters = {
  readonly write: () => SavedView['state']
  readonly read: (state: SavedView['state']) => void
}

type TableViewProps<Row, Shown> = Pick<
  DataTableProps<Row>,
  'rowNouns' | 'countText' | 'isTall' | 'empty' | 'barStart'
> & {
  readonly table: Table<Row>
  readonly title: string
  /** The table's name, if it is not the title and whose rows they are. */
  readonly label?: string
  readonly note?: ReactNode
  readonly actions?: ReactNode
  /** Between the head and the table: filters, notes. */
  readonly top?: ReactNode
  /** What narrows the rows now, under the filters. */
  readonly filters?: FilterChipsProps
  readonly opened?: Opened<Row, Shown>
  readonly side?: (shown: Shown, close: () => boolean) => ReactNode
  /** What a saved view keeps beside the layout; without it nothing is saved. */
  readonly saved?: Filters
  /** Under the table, beside the detail. */
  readonly below?: ReactNode
  readonly foot?: ReactNode
}

/** A view that is one table of the desk's rows, with the detail of one row beside it. */
export const TableView = <Row, Shown = Row>(props: TableViewProps<Row, Shown>) => {
  const { table, title, label, note, opened, side, saved, filters, ...rest } = props
  const { layout, startLayout, onLayout, columns } = table.grid
  const shown = opened?.shown ?? null
  const close = () => {
    if (opened === undefined || shown === null) return false
    opened.close()
    table.focus()
    return true
  }
  const main = (
    <DataTable
      {...table.grid}
      label={label ?? `${title} of ${table.who}`}
      rowNouns={rest.rowNouns}
      countText={rest.countText}
      isTall={rest.isTall}
      onClose={close}
      {...(opened && { onOpen: opened.open })}
      {...(opened && shown !== null && { onActive: opened.open, isShown: opened.isShown })}
      barStart={rest.barStart}
      barEnd={
        saved === undefined ? null : (
          <SavedViews
            view={table.view}
            current={() => ({ layout: writeLayout(layout), ...saved.write() })}
            onOpen={(state) => {
              onLayout(readLayout(columns, state.layout, startLayout))
              saved.read(state)
            }}
          />
        )
      }
      empty={rest.empty}
    />
  )
  return (
    <TablePage
      isExported
      note={note}
      actions={rest.actions}
      top={
        <>
          {rest.top}
          {filters === undefined ? null : <FilterChips {...filters} />}
        </>
      }
      table={
        rest.below === undefined ? (
          main
        ) : (
          <div className={css.stack}>
            <div
              className={css.upper}
              // A custom property is not in React's type.
              style={{ '--rows': table.grid.blocks.snapshot.total } as CSSProperties}
            >
              {main}
            </div>
            {rest.below}
          </div>
        )
      }
      side={shown === null ? null : side?.(shown, close)}
      foot={rest.foot}
    />
  )
}
