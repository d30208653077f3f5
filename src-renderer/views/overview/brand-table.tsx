import { memo, useMemo } from 'react'
import grid from '../../parts/grid-table.module.css'
import { type MarkedRows, type RowPlace, VirtualGridTable } from '../../parts/grid-table.tsx'
import type { BrandColumn } from './brand-columns.tsx'
import type { BrandRow, Sort } from './brand-rows.ts'

/** Position and names are best read upwards, everything else from its largest down. */
const startsDescending = (sort: Sort): boolean => !['name', 'avgPosition', 'health'].includes(sort)

type RowProps = RowPlace & {
  readonly row: BrandRow
  readonly columns: readonly BrandColumn[]
  readonly onOpen: (brandId: string) => void
  /** Ctrl or Shift and a click. */
  readonly onPick: (index: number, isRange: boolean) => void
}

const Row = memo(({ row, columns, index, isActive, isSelected, onOpen, onPick }: RowProps) => (
  <tr
    className={grid.row}
    style={{ cursor: 'pointer' }}
    aria-rowindex={index + 2}
    data-active={isActive || undefined}
    data-selected={isSelected || undefined}
    aria-selected={isSelected || undefined}
    data-brand={row.brand.id}
    onClick={({ ctrlKey, metaKey, shiftKey }) =>
      ctrlKey || metaKey || shiftKey ? onPick(index, shiftKey) : onOpen(row.brand.id)
    }
  >
    {columns.map(({ title, isNumber, titleOf, cell }) => (
      <td key={title} data-numbers={isNumber} title={titleOf?.(row)}>
        {cell(row)}
      </td>
    ))}
  </tr>
))

type Props = MarkedRows & {
  readonly rows: readonly BrandRow[]
  readonly columns: readonly BrandColumn[]
  readonly sort: Sort
  readonly isDescending: boolean
  readonly onSort: (sort: Sort, isDescending: boolean) => void
  readonly onOpen: (brandId: string) => void
  readonly onPick: (index: number, isRange: boolean) => void
}

export const BrandTable = ({ rows, columns, active, selected, onOpen, onPick, ref, ...sorting }: Props) => {
  const sized = useMemo(() => {
    const all = columns.reduce((sum, { share }) => sum + share, 0)
    return columns.map((column) => ({ ...column, width: `${(column.share / all) * 100}%` }))
  }, [columns])
  return (
    <VirtualGridTable
      label="All brands"
      columns={sized}
      sorting={{ ...sorting, startsDescending }}
      items={rows}
      keyOf={(row) => row.brand.id}
      {...{ active, selected, ref }}
    >
      {(row, at) => <Row row={row} columns={columns} {...at} onOpen={onOpen} onPick={onPick} />}
    </VirtualGridTable>
  )
}
