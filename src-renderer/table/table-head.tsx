// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the virtual window, which a table's parts cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and points at its active row
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import css from './table.module.css'
import type { ColumnModel } from './use-columns.ts'

type TableHeadProps<Row> = {
  readonly model: ColumnModel<Row>
  readonly isAllSelected: boolean
  readonly onSelectAll: () => void
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

export const TableHead = <Row,>({ model, isAllSelected, onSelectAll }: TableHeadProps<Row>) => {
  const { table, visible } = model
  const headers = new Map((table.getHeaderGroups()[0]?.headers ?? []).map((header) => [header.column.id, header]))
  const isMulti = table.state.sorting.length > 1
  return (
    <div role="rowgroup" className={css.head}>
      <div role="row" aria-rowindex={1} className={css.headRow}>
        <div role="columnheader" className={css.pickHead}>
          <button
            type="button"
            className={css.pickAll}
            aria-label={isAllSelected ? 'Select no row' : 'Select every row'}
            aria-pressed={isAllSelected}
            tabIndex={-1}
            onClick={onSelectAll}
          />
        </div>
        {visible.map((column) => {
          const header = headers.get(column.id)
          if (header === undefined) return null
          const sorted = header.column.getIsSorted()
          const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-sort={sorted === false ? (column.sortField === undefined ? undefined : 'none') : ARIA_SORT[sorted]}
              className={column.align === 'end' ? css.endHeadCell : css.headCell}
              title={column.about}
            >
              {column.sortField === undefined ? (
                <span className="truncate">{column.header}</span>
              ) : (
                <button type="button" className={css.sortButton} onClick={header.column.getToggleSortingHandler()}>
                  <span className="truncate">{column.header}</span>
                  {sorted === false ? null : <Arrow size={12} stroke={2} aria-hidden />}
                  {sorted !== false && isMulti ? (
                    <span className={css.sortNumber}>{header.column.getSortIndex() + 1}</span>
                  ) : null}
                </button>
              )}
              <span
                aria-hidden
                className={header.column.getIsResizing() ? css.resizing : css.resize}
                onMouseDown={header.getResizeHandler()}
                onTouchStart={header.getResizeHandler()}
                onDoubleClick={() => header.column.resetSize()}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}
