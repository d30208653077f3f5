// biome-ignore-all lint/a11y/useSemanticElements: cells are placed by the virtual window, which a table's parts cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and points at its active cell
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { BrandMark } from '../../parts/brand-badge.tsx'
import { Name } from '../../parts/name.tsx'
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
export const HeadCell = memo(({ id, col, column, isActive, isPicked, isUpright }: Props) => {
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
