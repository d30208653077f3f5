import { memo, useMemo } from 'react'
import type { Brand, BrandOverview } from '../../../src-shared/desk/brands.ts'
import type { OverviewSort } from '../../../src-shared/desk/values/overview-order.ts'
import { type OverviewBlocks, useOverviewAt } from '../../data/overview-block.ts'
import grid from '../../parts/grid-table.module.css'
import { type MarkedRows, type RowPlace, VirtualGridTable } from '../../parts/grid-table.tsx'
import { useBrand } from '../../state/brands.ts'
import { useUrgent } from '../../state/today.ts'
import { BrandCell, type BrandColumn } from './brand-columns.tsx'

/** Position and names are best read upwards, everything else from its largest down. */
const startsDescending = (sort: OverviewSort): boolean => !['name', 'avgPosition', 'health'].includes(sort)

type RowProps = RowPlace & {
  readonly brand: Brand
  /** Undefined: still asked for. */
  readonly overview: BrandOverview | undefined
  readonly urgent: number
  readonly columns: readonly BrandColumn[]
  readonly onOpen: (brandId: string) => void
  /** Ctrl or Shift and a click. */
  readonly onPick: (index: number, isRange: boolean) => void
}

const Row = memo((props: RowProps) => {
  const { brand, overview, urgent, columns, index, isActive, isSelected, onOpen, onPick } = props
  const row = overview === undefined ? null : { brand, overview, urgent }
  return (
    <tr
      className={grid.row}
      style={{ cursor: 'pointer' }}
      aria-rowindex={index + 2}
      aria-busy={row === null || undefined}
      data-active={isActive || undefined}
      data-selected={isSelected || undefined}
      aria-selected={isSelected || undefined}
      data-brand={brand.id}
      onClick={({ ctrlKey, metaKey, shiftKey }) =>
        ctrlKey || metaKey || shiftKey ? onPick(index, shiftKey) : onOpen(brand.id)
      }
    >
      {columns.map(({ title, isNumber, titleOf, cell }, place) => (
        <td key={title} data-numbers={isNumber} title={row === null ? undefined : titleOf?.(row)}>
          {row !== null ? cell(row) : place === 0 ? <BrandCell brand={brand} /> : null}
        </td>
      ))}
    </tr>
  )
})

type Shared = Pick<RowProps, 'columns' | 'onOpen' | 'onPick'> & {
  /** The first rows, which came with the brands themselves. */
  readonly first: readonly BrandOverview[]
  readonly blocks: OverviewBlocks
}
type LoadedProps = Shared & RowPlace & { readonly brandId: string }

/** A row with what the desk says of its brand; further down it asks for that. */
const LoadedRow = ({ brandId, first, blocks, ...row }: LoadedProps) => {
  const brand = useBrand(brandId)
  const urgent = useUrgent(({ byBrand }) => byBrand.get(brandId) ?? 0)
  const known = first[row.index]
  const asked = useOverviewAt(blocks, known === undefined ? row.index : null)
  const overview = known ?? asked
  return brand === undefined ? null : (
    <Row {...row} brand={brand} urgent={urgent} overview={overview?.brandId === brandId ? overview : undefined} />
  )
}

type Props = MarkedRows &
  Shared & {
    readonly sort: OverviewSort
    readonly isDescending: boolean
    readonly onSort: (sort: OverviewSort, isDescending: boolean) => void
  }

const sameId = (brandId: string): string => brandId

export const BrandTable = (props: Props) => {
  const { columns, active, selected, onOpen, onPick, first, blocks, ref, ...sorting } = props
  const sized = useMemo(() => {
    const all = columns.reduce((sum, { share }) => sum + share, 0)
    return columns.map((column) => ({ ...column, width: `${(column.share / all) * 100}%` }))
  }, [columns])
  return (
    <VirtualGridTable
      label="All brands"
      columns={sized}
      sorting={{ ...sorting, startsDescending }}
      items={blocks.brandIds}
      keyOf={sameId}
      {...{ active, selected, ref }}
    >
      {(brandId, at) => <LoadedRow {...{ brandId, first, blocks, columns, onOpen, onPick }} {...at} />}
    </VirtualGridTable>
  )
}
