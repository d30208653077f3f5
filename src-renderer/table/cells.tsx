import type { ReactNode } from 'react'
import { formatAgo, formatClock, formatInstant } from '../format/time.ts'
import { BrandBadge } from '../parts/brand-badge.tsx'
import { useNow } from '../parts/use-now.ts'
import { brandName } from '../state/brands.ts'
import type { DataColumn } from './column.ts'
import css from './table.module.css'

/** The text that names the row. */
export const OpenText = ({ children }: { readonly children: string }) => (
  <span className={css.open} title={children}>
    {children}
  </span>
)

export const SoftText = ({ children }: { readonly children: string }) => (
  <span className="soft" title={children}>
    {children}
  </span>
)

type LinesProps = {
  /** The text that names the row. */
  readonly isName?: boolean
  readonly children: string
}

/** Up to two lines, in a table whose rows are tall. */
export const TwoLines = ({ isName, children }: LinesProps) => (
  <div className={css.fill}>
    <span className={css.twoLines} data-name={isName} title={children}>
      {children}
    </span>
  </div>
)

/** Anything that is not a line of text, in the middle of the row's height. */
export const centred = (content: ReactNode) => <div className={css.fill}>{content}</div>

export const BRAND_COLUMN_ID = 'brand'

/** A mark between the spaces of a cell, below a whole header. */
const MARK_PX = 56

/**
 * The brand of each row, for tables over several brands. Where there is room, no name is cut (use-table.ts); where there is
 * none, its mark alone stays: a row never stands without its brand.
 */
export const brandColumn = <Row extends { readonly brandId: string }>(widthPx = 176): DataColumn<Row> => ({
  id: BRAND_COLUMN_ID,
  header: 'Brand',
  widthPx,
  shortPx: MARK_PX,
  text: ({ brandId }) => brandName(brandId),
  cell: ({ brandId }) => (
    <div className={css.brand}>
      <BrandBadge brandId={brandId} />
    </div>
  ),
})

type NumberColumn<Row> = Omit<DataColumn<Row>, 'id' | 'align' | 'sortField' | 'isDescendingFirst'>

/** A column of numbers: it sorts by its id, the largest first. */
export const numberColumn = <Row,>(id: string, column: NumberColumn<Row>): DataColumn<Row> => ({
  id,
  align: 'end',
  sortField: id,
  isDescendingFirst: true,
  ...column,
})

/** `10:42 · 2 h ago`. */
export const InstantCell = ({ instant }: { readonly instant: string }) => {
  const nowMs = useNow()
  return (
    <span title={formatInstant(instant)}>
      {formatClock(instant, nowMs)} · {formatAgo(instant, nowMs)}
    </span>
  )
}
