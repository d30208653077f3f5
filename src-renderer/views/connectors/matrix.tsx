// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the virtual window, which a table's parts cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and points at its active cell
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type MouseEvent,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import type { Staged } from '../../state/connector-staging.ts'
import { useDensity } from '../../state/settings.ts'
import type { Place } from '../../table/keys.ts'
import { useGridKeys } from '../../table/use-grid-keys.ts'
import css from './matrix.module.css'
import { HeadRow } from './matrix-head.tsx'
import { type Area, MATRIX_KEYS, type MatrixCommand } from './matrix-keys.ts'
import type { Column, MatrixRow as Row } from './matrix-model.ts'
import { MatrixRow } from './matrix-row.tsx'

const ROW_PX = { comfortable: 32, compact: 27 } as const
const NAME_PX = 292
const NARROW_PX = 40
/** From this column width on, a brand's name is horizontal. */
const UPRIGHT_PX = 92
const WIDE_PX = 132
const HEAD_PX = { upright: 60, turned: 174 } as const

/** Columns share the width; where it is too little, they keep their minimum and scroll. */
const columnWidth = (roomPx: number, count: number): number =>
  Math.max(NARROW_PX, Math.min(WIDE_PX, Math.floor(roomPx / Math.max(1, count))))

export type MatrixHandle = { readonly focus: () => void }

type Props = {
  readonly ref?: Ref<MatrixHandle>
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column[]
  readonly staged: Staged
  readonly picked: ReadonlySet<string>
  readonly active: Place
  readonly area: Area | null
  readonly onCommand: (command: MatrixCommand) => void
  /** A press of the pointer; `isToggle`: on the box of a parent, or on a cell. */
  readonly onPress: (place: Place, press: { readonly isToggle: boolean; readonly isExtending: boolean }) => void
}

const placeOf = (target: EventTarget | null): Place | null => {
  if (!(target instanceof Element)) return null
  const col = target.closest<HTMLElement>('[data-col]')?.dataset.col
  const row = target.closest<HTMLElement>('[data-row]')?.dataset.row
  return col === undefined || row === undefined ? null : { row: Number(row), col: Number(col) }
}

const withActive = (indexes: number[], active: number, count: number): number[] => {
  if (active < 0 || active >= count || indexes.includes(active)) return indexes
  return [...indexes, active].sort((a, b) => a - b)
}

type Size = { readonly rows: number; readonly columns: number }

/** Only the rows and columns in the window are on the page, and the active cell always is. */
const useSight = (scroller: RefObject<HTMLDivElement | null>, active: Place, size: Size) => {
  const rowPx = ROW_PX[useDensity()]
  const axis = (at: number, count: number, startPx: number) => ({
    count,
    getScrollElement: () => scroller.current,
    paddingStart: startPx,
    scrollPaddingStart: startPx,
    rangeExtractor: (range: Range) => withActive(defaultRangeExtractor(range), at, range.count),
  })
  const across = useVirtualizer<HTMLDivElement, Element>({
    ...axis(active.col, size.columns, NAME_PX),
    horizontal: true,
    estimateSize: () => colPx,
    overscan: 3,
  })
  const colPx = columnWidth((across.scrollRect?.width ?? 0) - NAME_PX - 12, size.columns)
  const isUpright = colPx >= UPRIGHT_PX
  const headPx = isUpright ? HEAD_PX.upright : HEAD_PX.turned
  const down = useVirtualizer<HTMLDivElement, Element>({
    ...axis(active.row, size.rows, headPx),
    estimateSize: () => rowPx,
    overscan: 4,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again because the sizes changed
  useLayoutEffect(() => {
    across.measure()
    down.measure()
  }, [across, down, colPx, rowPx, headPx])
  useEffect(() => {
    if (active.col >= 0) across.scrollToIndex(active.col, { align: 'auto' })
    if (active.row >= 0) down.scrollToIndex(active.row, { align: 'auto' })
  }, [across, down, active])

  const items = across.getVirtualItems()
  // The list changes only with the columns in sight, so that a move of the active cell renders two rows, not all.
  const places = items.map(({ index, start }) => `${index}:${start}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places are the items written out
  const shown = useMemo(() => items.map(({ index, start }) => ({ index, startPx: start })), [places])
  return {
    shown,
    shownRows: down.getVirtualItems(),
    widthPx: across.getTotalSize(),
    heightPx: down.getTotalSize(),
    rowsPerPage: Math.max(1, Math.floor(((down.scrollRect?.height ?? 0) - headPx) / rowPx) - 1),
    rowPx,
    colPx,
    headPx,
    isUpright,
  }
}

/** Tools × brands. */
export const Matrix = (props: Props) => {
  const { ref, label, rows, columns, staged, picked, active, area, onCommand, onPress } = props
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const sight = useSight(scroller, active, { rows: rows.length, columns: columns.length })
  const { shown, widthPx, heightPx, rowsPerPage, rowPx, colPx } = sight
  useImperativeHandle(ref, () => ({ focus: () => scroller.current?.focus({ preventScroll: true }) }), [])
  const onKeyDown = useGridKeys({
    grid: scroller,
    kind: MATRIX_KEYS,
    where: () => ({ at: active, rows: rows.length, cols: columns.length, rowsPerPage }),
    run: (command) => {
      onCommand(command)
      return true
    },
  })
  const press = (event: MouseEvent) => {
    const place = placeOf(event.target)
    if (place === null) return
    const isBox = event.target instanceof Element && event.target.closest('[data-toggle]') !== null
    onPress(place, { isToggle: isBox || (place.row >= 0 && place.col >= 0), isExtending: event.shiftKey })
  }
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={`${gridId}-${active.row}-${active.col}`}
      className={css.grid}
      data-scrolls-x
      style={
        {
          '--col': `${colPx}px`,
          '--name': `${NAME_PX}px`,
          '--row': `${rowPx}px`,
        } as CSSProperties /* custom properties are not in React's type */
      }
      onKeyDown={onKeyDown}
      onClick={press}
    >
      <div role="presentation" className={css.sheet} style={{ height: heightPx, width: widthPx }}>
        <HeadRow gridId={gridId} columns={columns} picked={picked} active={active} {...sight} />
        {sight.shownRows.map(({ index, start }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <MatrixRow
              key={row.kind === 'tool' ? `tool ${row.tool.name}` : row.kind === 'group' ? row.group : 'sync'}
              gridId={gridId}
              row={row}
              index={index}
              topPx={start}
              widthPx={widthPx}
              columns={columns}
              shown={shown}
              staged={staged}
              activeCol={active.row === index ? active.col : null}
              area={area}
            />
          )
        })}
      </div>
    </div>
  )
}
