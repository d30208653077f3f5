// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the virtual window, which a table's parts cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and points at its active row
import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react'
import type { BlockCache } from '../data/block-cache.ts'
import type { BlockQuery } from '../data/block-query.ts'
import type { Blocks } from '../data/use-blocks.ts'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { useDensity } from '../state/settings.ts'
import type { DataColumn } from './column.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { exportChoices } from './export-choices.ts'
import { columnsInRoom, type TableLayout, trackWidths } from './layout.ts'
import type { TablePicks } from './picked-rows.ts'
import { addRange, NO_SELECTION, type Selection, selectedCount } from './selection.ts'
import css from './table.module.css'
import { TableBar } from './table-bar.tsx'
import { type GridHandle, TableBody } from './table-body.tsx'
import { TableHead } from './table-head.tsx'
import { useColumns } from './use-columns.ts'
import { useCopy } from './use-copy.ts'
import { useGrid } from './use-grid.ts'
import { usePicked } from './use-picked.ts'
import { useWidth } from './use-width.ts'

// Rows never move under the cursor: while rows are selected, the pointer is over the rows or the keyboard moves in them,
// rows that arrive wait until they are asked for.
const useHold = <Row,>(cache: BlockCache<Row>, picked: number) => {
  const cursor = useRef({ isPointerIn: false, isKeyed: false })
  const isPicked = picked > 0
  const apply = () => {
    const { isPointerIn, isKeyed } = cursor.current
    cache.hold(isPicked ? 'selection' : isPointerIn || isKeyed ? 'cursor' : 'none')
  }
  useEffect(apply)
  const set = (change: Partial<typeof cursor.current>) => {
    cursor.current = { ...cursor.current, ...change }
    apply()
  }
  return {
    onPointerEnter: () => set({ isPointerIn: true }),
    onPointerLeave: () => set({ isPointerIn: false }),
    onBlur: () => set({ isKeyed: false }),
    onKeyUp: () => set({ isKeyed: true }),
  }
}

type TableStatesProps<Row> = { readonly blocks: Blocks<Row>; readonly empty: ReactNode }

/** What covers the rows while there are none to show. Rows that are there stay, whatever happens behind them. */
const TableStates = <Row,>({ blocks, empty }: TableStatesProps<Row>) => {
  const { state, total, error, shownKey } = blocks.snapshot
  if (state === 'failed' && error !== null)
    return (
      <div className={shownKey === null ? css.state : css.failure}>
        <ErrorNotice error={error} title="The rows could not be loaded" onRetry={blocks.cache.refresh} />
      </div>
    )
  if (state === 'first')
    return (
      <div className={css.state}>
        <span className={css.loading}>Loading rows…</span>
      </div>
    )
  return total === 0 && state === 'ready' ? <div className={css.state}>{empty}</div> : null
}

const ROW_HEIGHT_PX = { comfortable: 34, compact: 28 } as const
/** The second line of rows that have two. */
const SECOND_LINE_PX = 14
const HEAD_HEIGHT_PX = 33
const PICK_WIDTH_PX = 40
const SCROLLBAR_PX = 16

const nothingToClose = () => false

export type DataTableHandle = { readonly focus: () => void }

export type DataTableProps<Row> = {
  readonly label: string
  /** The word for one row and for many. */
  readonly rowNouns: readonly [one: string, many: string]
  /** In place of the count of rows, where there are more than are listed. */
  readonly countText?: string | undefined
  readonly columns: readonly DataColumn<Row>[]
  readonly layout: TableLayout
  readonly startLayout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
  readonly blocks: Blocks<Row>
  readonly query: BlockQuery<Row>
  /** Rows with room for two lines of text (`TwoLines`). */
  readonly isTall?: boolean | undefined
  readonly onOpen?: (row: Row) => void
  /** Escape; returns whether there was something to close. */
  readonly onClose?: () => boolean
  /** The active row moved while a detail is open, say. */
  readonly onActive?: (row: Row) => void
  /** Whether a row is the one whose detail is open. */
  readonly isShown?: ((row: Row) => boolean) | undefined
  /** How many rows are selected, each time that changes. */
  readonly onPicked?: (count: number) => void
  /** For actions on the selected rows, or on the active one. */
  readonly picks?: Ref<TablePicks<Row>>
  /** Shown in place of rows where there are none. */
  readonly empty: ReactNode
  readonly barStart?: ReactNode
  readonly barEnd?: ReactNode
  readonly ref?: Ref<DataTableHandle>
}

export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { label, rowNouns, columns, layout, startLayout, onLayout, blocks, query, onOpen, onClose, onActive } = props
  const { cache, snapshot } = blocks
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const handle = useRef<GridHandle>(null)
  const [roomPx, watchWidth] = useWidth()
  const [stagePx, watchStage] = useWidth()
  // Beside a detail also columns that a person chose give way: it covers none.
  const isBeside = onActive !== undefined
  const { hidden, short } = useMemo(
    () =>
      columnsInRoom(
        columns,
        isBeside ? { ...layout, isChosen: false } : layout,
        stagePx - PICK_WIDTH_PX - SCROLLBAR_PX,
      ),
    [columns, layout, isBeside, stagePx],
  )
  const model = useColumns({ columns, layout, hidden, onLayout })
  const rowHeightPx = ROW_HEIGHT_PX[useDensity()] + (props.isTall === true ? SECOND_LINE_PX : 0)

  // Its inner width: a vertical scrollbar takes some of it.
  const watchScroller = useCallback(
    (element: HTMLDivElement | null) => {
      scroller.current = element
      watchWidth(element)
    },
    [watchWidth],
  )

  const withRow = (then: ((row: Row) => void) | undefined) => (index: number) => {
    const row = cache.row(index)
    if (row !== undefined) then?.(row)
  }
  const { total, shownKey, state } = snapshot
  const grid = useGrid({
    scroller,
    handle,
    total,
    shownKey,
    onOpen: withRow(onOpen),
    onClose: onClose ?? nothingToClose,
    onActive: withRow(onActive),
  })
  const { active, selection } = grid.state
  const readRows = usePicked({ cache, query, selection, active })
  const copy = useCopy({ scroller, cache, columns: model.visible, selection, active, rows: readRows })
  useImperativeHandle(props.ref, () => ({ focus: () => scroller.current?.focus({ preventScroll: true }) }), [])

  const wanted: Selection = selection.length > 0 ? selection : total > 0 ? [[active, active]] : NO_SELECTION
  useImperativeHandle(props.picks, () => ({
    count: () => selectedCount(wanted),
    selected: () => selectedCount(selection),
    rows: total > 0 ? readRows : async () => [],
    clear: () => grid.select(NO_SELECTION),
    step: grid.step,
  }))

  const { onPicked } = props
  const picked = selectedCount(selection)
  useEffect(() => onPicked?.(picked), [onPicked, picked])

  const { widths } = layout
  const template = useMemo(() => {
    const tracks = model.visible.map(({ id, widthPx, fitPx, shortPx, grows = false }) => {
      const set = short.includes(id) ? shortPx : widths[id]
      return set === undefined ? { widthPx, fitPx, isGrowing: grows } : { widthPx: set, isGrowing: false }
    })
    return [PICK_WIDTH_PX, ...trackWidths(tracks, roomPx - PICK_WIDTH_PX)].map((width) => `${width}px`).join(' ')
  }, [model.visible, widths, short, roomPx])
  const sizes = {
    '--columns': template,
    '--row': `${rowHeightPx}px`,
    '--head-row': `${HEAD_HEIGHT_PX}px`,
  } as CSSProperties // custom properties are not in React's type

  const held = useHold(cache, picked)
  const isAllSelected = total > 0 && picked === total
  return (
    <div className={css.table} style={sizes} data-short={short.length > 0 || undefined}>
      <div className={css.stage} ref={watchStage}>
        {state === 'asking' ? <div className={css.asking} aria-hidden /> : null}
        <div
          ref={watchScroller}
          className={css.scroller}
          role="grid"
          tabIndex={0}
          aria-label={label}
          aria-rowcount={total + 1}
          aria-colcount={model.visible.length + 1}
          aria-multiselectable
          data-opens={onOpen !== undefined}
          aria-busy={state === 'asking' || state === 'first'}
          aria-activedescendant={total > 0 ? `${gridId}-${active}` : undefined}
          onKeyDown={grid.onKeyDown}
          {...held}
          onClick={grid.onClick}
        >
          <TableHead
            model={model}
            isAllSelected={isAllSelected}
            onSelectAll={() => grid.select(isAllSelected || total === 0 ? NO_SELECTION : addRange([], 0, total - 1))}
          />
          <TableBody
            gridId={gridId}
            scroller={scroller}
            handle={handle}
            cache={cache}
            snapshot={snapshot}
            columns={model.visible}
            rowHeightPx={rowHeightPx}
            headHeightPx={HEAD_HEIGHT_PX}
            selection={selection}
            active={active}
            isShown={props.isShown}
          />
        </div>
        <TableStates blocks={blocks} empty={props.empty} />
      </div>
      <TableBar
        rowNouns={rowNouns}
        total={state === 'first' ? null : total}
        countText={props.countText}
        picked={picked}
        waiting={snapshot.waiting}
        onShow={() => {
          grid.select(NO_SELECTION)
          cache.release()
        }}
        choices={exportChoices({ source: query.source, nouns: rowNouns, total, selection, rows: readRows })}
        onCopy={copy}
        onClear={() => grid.select(NO_SELECTION)}
        start={props.barStart}
        end={
          <>
            <ColumnChooser columns={columns} layout={layout} hidden={hidden} start={startLayout} onLayout={onLayout} />
            {props.barEnd}
          </>
        }
      />
    </div>
  )
}
