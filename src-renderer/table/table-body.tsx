// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the virtual window, which a table's parts cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and points at its active row
import {
  defaultRangeExtractor,
  observeElementOffset,
  useVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { memo, type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { BlockCache, BlockSnapshot } from '../data/block-cache.ts'
import type { DataColumn } from './column.ts'
import { isSelected, type Selection } from './selection.ts'
import css from './table.module.css'

// Browsers stop at some height of one element (Firefox at about 17.8 M px, Chromium at 33.5 M px, half of it at 200 %
// zoom). Beyond a safe height the list is drawn in a shorter box and the scroll offset is stretched.

const SAFE_HEIGHT_PX = 8_000_000

type TallList = {
  /** Height of the box that scrolls. */
  readonly boxPx: number
  /** Virtual pixels per scrolled pixel; 1 for lists that fit. */
  readonly stretch: number
}

export const tallList = (rows: number, rowHeightPx: number, viewportPx: number): TallList => {
  const fullPx = rows * rowHeightPx
  if (fullPx <= SAFE_HEIGHT_PX || viewportPx >= SAFE_HEIGHT_PX) return { boxPx: fullPx, stretch: 1 }
  return { boxPx: SAFE_HEIGHT_PX, stretch: (fullPx - viewportPx) / (SAFE_HEIGHT_PX - viewportPx) }
}

type TableRowProps<Row> = {
  readonly id: string
  readonly row: Row | undefined
  readonly index: number
  readonly topPx: number
  readonly columns: readonly DataColumn<Row>[]
  readonly isSelected: boolean
  readonly isActive: boolean
  /** Its detail is open. */
  readonly isShown: boolean
}

const paint = <Row,>(column: DataColumn<Row>, row: Row) =>
  column.cell === undefined ? column.text(row) : column.cell(row)

const PlainTableRow = <Row,>({ id, row, index, topPx, columns, isSelected, isActive, isShown }: TableRowProps<Row>) => (
  <div
    id={id}
    role="row"
    aria-rowindex={index + 2}
    aria-selected={isSelected}
    className={isActive ? css.activeRow : css.row}
    style={{ transform: `translateY(${topPx}px)` }}
    data-row={index}
    data-shown={isShown || undefined}
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
const TableRow = memo(PlainTableRow) as typeof PlainTableRow // memo loses the type parameter

const OVERSCAN = 6

export type GridHandle = {
  readonly reveal: (index: number) => void
  readonly toTop: () => void
  readonly rowsPerPage: () => number
}

type TableBodyProps<Row> = {
  readonly gridId: string
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly handle: RefObject<GridHandle | null>
  readonly cache: BlockCache<Row>
  readonly snapshot: BlockSnapshot
  readonly columns: readonly DataColumn<Row>[]
  readonly rowHeightPx: number
  readonly headHeightPx: number
  readonly selection: Selection
  readonly active: number
  readonly isShown: ((row: Row) => boolean) | undefined
}

type Stretch = { current: number }

/** react-virtual in virtual pixels, the browser in its own: see `tallList`. */
const useStretchedOffset = (stretch: Stretch) => {
  const observe = useCallback(
    (instance: Virtualizer<HTMLDivElement, Element>, onOffset: (offset: number, isScrolling: boolean) => void) =>
      observeElementOffset(instance, (offset, isScrolling) => onOffset(offset * stretch.current, isScrolling)),
    [stretch],
  )
  const scrollTo = useCallback(
    (offset: number, { behavior }: { behavior?: ScrollBehavior }, instance: Virtualizer<HTMLDivElement, Element>) =>
      instance.scrollElement?.scrollTo({ top: offset / stretch.current, ...(behavior && { behavior }) }),
    [stretch],
  )
  return { observe, scrollTo }
}

type Placed = { readonly key: string; readonly index: number; readonly start: number }
type Placing = { readonly active: number; readonly slots: number; readonly isSettled: boolean }

/**
 * Elements are used again for the rows that scroll in: row n has the element n modulo the number of slots. While
 * scrolling they keep their places in the document, for moving them costs more than changing their texts; at rest they
 * stand in the order of the rows, which is the order they are read out in.
 */
const placeRows = (items: readonly VirtualItem[], { active, slots, isSettled }: Placing): Placed[] => {
  const others = items.filter((item) => item.index !== active)
  const first = others[0]?.index ?? active
  const last = others.at(-1)?.index ?? active
  const placed = items.map(({ index, start }) => ({
    key: index < first || index > last ? 'active' : String(index % slots),
    index,
    start,
  }))
  return isSettled ? placed : placed.sort((a, b) => (a.key < b.key ? -1 : 1))
}

export const TableBody = <Row,>(props: TableBodyProps<Row>) => {
  const { gridId, scroller, handle, cache, snapshot, columns, rowHeightPx, headHeightPx, selection, active, isShown } =
    props
  const stretch = useRef(1)
  // Between two brands the elements stay, hidden, for the rows to come: not shown, read out or built again.
  const painted = useRef<ReactNode>(null)
  const { observe, scrollTo } = useStretchedOffset(stretch)
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: snapshot.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: OVERSCAN,
    scrollPaddingStart: 0,
    scrollPaddingEnd: headHeightPx,
    observeElementOffset: observe,
    scrollToFn: scrollTo,
    // The active row is always there, so that the grid's focus has something to point at.
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range)
      if (active < 0 || active >= range.count || rows.includes(active)) return rows
      return active < (rows[0] ?? 0) ? [active, ...rows] : [...rows, active]
    },
  })
  const viewportPx = virtual.scrollRect?.height ?? 0
  const tall = useMemo(
    () => tallList(snapshot.total, rowHeightPx, viewportPx),
    [snapshot.total, rowHeightPx, viewportPx],
  )
  stretch.current = tall.stretch
  useLayoutEffect(() => {
    if (rowHeightPx > 0) virtual.measure()
  }, [virtual, rowHeightPx])

  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
  const isSettled = !virtual.isScrolling
  useEffect(() => cache.show(startIndex, endIndex, isSettled), [cache, startIndex, endIndex, isSettled])

  useLayoutEffect(() => {
    handle.current = {
      reveal: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
      // Not even asked of the browser where it is there already: that alone would lay out the page.
      toTop: () => {
        if ((virtual.scrollOffset ?? 0) > 0) virtual.scrollToOffset(0)
      },
      rowsPerPage: () => Math.max(1, Math.floor((viewportPx - headHeightPx) / rowHeightPx) - 1),
    }
  }, [handle, virtual, viewportPx, headHeightPx, rowHeightPx])

  const offset = virtual.scrollOffset ?? 0
  const shiftPx = tall.stretch === 1 ? 0 : offset / tall.stretch - offset
  const slots = Math.ceil(viewportPx / rowHeightPx) + 2 * OVERSCAN + 2
  const isWaiting = snapshot.state === 'first'
  if (!isWaiting)
    painted.current = placeRows(virtual.getVirtualItems(), { active, slots, isSettled }).map(
      ({ key, index, start }) => {
        const row = cache.row(index)
        return (
          <TableRow
            key={key}
            id={`${gridId}-${index}`}
            row={row}
            index={index}
            topPx={start + shiftPx}
            columns={columns}
            isSelected={isSelected(selection, index)}
            isActive={index === active}
            isShown={row !== undefined && isShown?.(row) === true}
          />
        )
      },
    )
  return (
    <div
      role="rowgroup"
      className={isWaiting ? css.waitingBody : css.body}
      aria-hidden={isWaiting}
      style={{ height: `${tall.boxPx}px` }}
    >
      {painted.current}
    </div>
  )
}
