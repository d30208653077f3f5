// biome-ignore-all lint/a11y/useSemanticElements: cells are placed by the virtual window, which a table's parts cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and points at its active cell
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { BrandMark } from '../../parts/brand-badge.tsx'
import { Name } from '../../parts/name.tsx'
import type { Place } from '../../table/keys.ts'
import { columnNotes } from './cell-labels.ts'
import css from './matrix.module.css'
import type { Column } from './matrix-model.ts'

type Props = {
  readonly id: string
  readonly col: number
  readonly column: Column
  readonly isActive: boolean
  readonly isPicked: boolean
  readonly isUpright: boolean
}

/** A brand above its column. Its name is horizontal where there is room, else it runs from bottom to top. */
const HeadCell = memo(({ id, col, column, isActive, isPicked, isUpright }: Props) => {
  const { name, colour, brand } = column
  const signs = columnNotes(column)
  const about = [name, signs, brand.readOnlyReason ?? '', brand.error?.message ?? ''].filter(Boolean)
  return (
    <div
      role="columnheader"
      id={id}
      aria-colindex={col + 2}
      aria-selected={isPicked}
      title={about.join('\n')}
      className={css.headCell}
      data-col={col}
      data-upright={isUpright || undefined}
      data-active={isActive || undefined}
      data-picked={isPicked || undefined}
    >
      <span className={css.headName}>
        <Name>{name}</Name>
      </span>
      <span className="visually-hidden">{signs === '' ? '' : `; ${signs}`}</span>
      <span className={css.headSigns} aria-hidden>
        {brand.error === null ? null : <IconAlertTriangle size={12} className="bad" />}
        {brand.readOnlyReason === null ? null : <IconLock size={12} />}
        {brand.drift.length === 0 ? null : <span className={css.headDrift}>{brand.drift.length}</span>}
      </span>
      <BrandMark name={name} colour={colour} size="sm" />
    </div>
  )
})

type RowProps = {
  readonly gridId: string
  /** The columns in sight. */
  readonly shown: readonly { readonly index: number; readonly startPx: number }[]
  readonly columns: readonly Column[]
  readonly picked: ReadonlySet<string>
  readonly active: Place
  readonly isUpright: boolean
  readonly headPx: number
  readonly widthPx: number
}

export const HeadRow = ({ gridId, shown, columns, picked, active, isUpright, headPx, widthPx }: RowProps) => (
  <div role="row" aria-rowindex={1} className={css.head} data-row={-1} style={{ height: headPx, width: widthPx }}>
    <div
      role="columnheader"
      id={`${gridId}--1--1`}
      aria-colindex={1}
      className={css.corner}
      data-col={-1}
      data-active={(active.row === -1 && active.col === -1) || undefined}
    >
      Tool
    </div>
    {shown.map(({ index, startPx }) => {
      const column = columns[index]
      return column === undefined ? null : (
        <div key={column.brandId} role="presentation" className={css.place} style={{ left: startPx }}>
          <HeadCell
            id={`${gridId}--1-${index}`}
            col={index}
            column={column}
            isActive={active.row === -1 && active.col === index}
            isPicked={picked.has(column.brandId)}
            isUpright={isUpright}
          />
        </div>
      )
    })}
  </div>
)
