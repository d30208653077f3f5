// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the virtual window, which a table's parts cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and points at its active row
import { memo } from 'react'
import type { DataColumn } from './column.ts'
import css from './table.module.css'

type TableRowProps<Row> = {
  readonly id: string
  readonly row: Row | undefined
  readonly index: number
  readonly topPx: number
  readonly columns: readonly DataColumn<Row>[]
  readonly isSelected: boolean
  readonly isActive: boolean
}

const paint = <Row,>(column: DataColumn<Row>, row: Row) =>
  column.cell === undefined ? column.text(row) : column.cell(row)

const PlainTableRow = <Row,>({ id, row, index, topPx, columns, isSelected, isActive }: TableRowProps<Row>) => (
  <div
    id={id}
    role="row"
    aria-rowindex={index + 2}
    aria-selected={isSelected}
    className={isActive ? css.activeRow : css.row}
    style={{ transform: `translateY(${topPx}px)` }}
    data-row={index}
  >
    <div role="gridcell" className={css.pick} data-pick />
    {columns.map((column) => (
      <div role="gridcell" key={column.id} className={column.align === 'end' ? css.endCell : css.cell}>
        {row === undefined ? null : paint(column, row)}
      </div>
    ))}
  </div>
)

/** One row: plain elements only, rendered again when its row, columns or state change. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow // memo loses the type parameter
