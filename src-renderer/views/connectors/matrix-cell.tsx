// biome-ignore-all lint/a11y/useSemanticElements: cells are placed by the virtual window, which a table's parts cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and points at its active cell
import { memo } from 'react'
import { plural } from '../../format/numbers.ts'
import { cellLabel } from './cell-labels.ts'
import { ValueGlyph } from './glyphs.tsx'
import css from './matrix.module.css'
import { type Cell, type Tally, triOf } from './matrix-model.ts'

type Place = {
  readonly id: string
  readonly col: number
  readonly startPx: number
  readonly isActive: boolean
  readonly isPicked: boolean
}
type About = { readonly label: string; readonly isLocked: boolean; readonly isReadOnly?: boolean }

/** The attributes that all cells share. */
const cellProps = (
  { id, col, startPx, isActive, isPicked }: Place,
  { label, isLocked, isReadOnly = isLocked }: About,
) => ({
  role: 'gridcell',
  id,
  'aria-colindex': col + 2,
  'aria-selected': isPicked,
  'aria-readonly': isReadOnly,
  'aria-label': label,
  title: label,
  className: css.cell,
  style: { left: startPx },
  'data-col': col,
  'data-active': isActive || undefined,
  'data-picked': isPicked || undefined,
  'data-locked': isLocked || undefined,
})

type CellProps = Place & Cell

/** One tool of one brand. All its props are plain values, so that React skips a cell that did not change. */
export const MatrixCell = memo((props: CellProps) => {
  const { now, staged, isSet, driftFrom, isLocked } = props
  return (
    <div {...cellProps(props, { label: cellLabel(props), isLocked, isReadOnly: isLocked || now === null })}>
      <span className={css.mark} data-set={isSet || undefined} data-staged={staged ?? undefined}>
        <ValueGlyph value={staged ?? now} />
      </span>
      {driftFrom === null ? null : <span className={css.drift} aria-hidden />}
    </div>
  )
})

type ParentProps = Place & Tally & { readonly isLocked: boolean; readonly what: string }

/** A group of one brand: how many of its tools are allowed. */
export const ParentCell = memo((props: ParentProps) => {
  const { allowed, total, what, isLocked } = props
  const label = `${what}: ${allowed} of ${plural(total, 'tool')} allowed`
  return (
    <div {...cellProps(props, { label, isLocked })} data-tri={triOf(props)}>
      <span className={css.count}>{allowed}</span>
    </div>
  )
})

type SyncProps = Place & { readonly isOn: boolean; readonly isLocked: boolean; readonly isUnread: boolean }

/** Whether the brand follows its organisation's shared list. */
export const SyncCell = memo((props: SyncProps) => {
  const { isOn, isLocked, isUnread } = props
  const label = isUnread ? 'Not read yet' : `Organisation sync ${isOn ? 'on' : 'off'}${isLocked ? '; read-only' : ''}`
  return (
    <div {...cellProps(props, { label, isLocked })}>
      <span className={css.sync} data-on={isOn || undefined}>
        {isUnread ? '—' : isOn ? 'on' : 'off'}
      </span>
    </div>
  )
})
