// The keyboard and pointer of a table. The grid itself holds the browser's focus and points at its active row
// (aria-activedescendant), so that focus survives rows that come and go with the virtual window.
import { type MouseEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { LIST_KEYS } from './keys.ts'
import { isOpeningClick } from './row-click.ts'
import { addRange, NO_SELECTION, type Selection, toggleRow } from './selection.ts'
import type { GridHandle } from './table-body.tsx'
import { NEXT_ROW, PREVIOUS_ROW, SELECT_ROW, useGridKeys } from './use-grid-keys.ts'

const KEYS = [
  NEXT_ROW,
  PREVIOUS_ROW,
  { id: 'rows.page-down', title: 'Page down', keys: ['pagedown'] },
  { id: 'rows.page-up', title: 'Page up', keys: ['pageup'] },
  { id: 'rows.first', title: 'First row', keys: ['home'] },
  { id: 'rows.last', title: 'Last row', keys: ['end'] },
  SELECT_ROW,
  { id: 'rows.open', title: 'Open row', keys: ['enter'] },
] as const
const LISTED = [
  { id: 'rows.extend', title: 'Extend the selection', keys: ['shift+arrowdown', 'shift+arrowup'] },
  { id: 'rows.all', title: 'Select every row', keys: ['mod+a'] },
  { id: 'rows.copy', title: 'Copy the selected rows', keys: ['mod+c'] },
] as const

type GridOptions = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly handle: RefObject<GridHandle | null>
  readonly total: number
  /** Row numbers mean other rows when this changes. */
  readonly shownKey: string | null
  readonly onOpen: (index: number) => void
  /** Whether there was something to close. */
  readonly onClose: () => boolean
  readonly onActive?: ((index: number) => void) | undefined
}

type GridState = { readonly active: number; readonly anchor: number; readonly selection: Selection }
const START: GridState = { active: 0, anchor: 0, selection: NO_SELECTION }

const rowOf = (target: EventTarget | null): number => {
  const row = target instanceof Element ? target.closest('[data-row]') : null
  return row === null ? -1 : Number(row.getAttribute('data-row'))
}
const isOnCheckbox = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-pick]') !== null

export const useGrid = ({ scroller, handle, total, shownKey, onOpen, onClose, onActive }: GridOptions) => {
  const [state, setState] = useState(START)
  const latest = useRef({ state, total, onOpen, onClose, onActive })
  latest.current = { state, total, onOpen, onClose, onActive }

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows: start from the first again
  useEffect(() => {
    setState((was) => (was.active === 0 && was.selection.length === 0 ? was : START))
    handle.current?.toTop()
  }, [shownKey, handle])

  const moveTo = useCallback(
    (to: number, isExtending: boolean) => {
      setState(({ active, anchor, selection }) => {
        if (!isExtending) return { active: to, anchor: to, selection }
        return { active: to, anchor, selection: addRange(selection, selection.length === 0 ? active : anchor, to) }
      })
      handle.current?.reveal(to)
      latest.current.onActive?.(to)
    },
    [handle],
  )

  const onKeyDown = useGridKeys({
    grid: scroller,
    kind: LIST_KEYS,
    where: () => ({
      at: { row: latest.current.state.active, col: 0 },
      rows: latest.current.total,
      cols: 1,
      rowsPerPage: handle.current?.rowsPerPage() ?? 1,
    }),
    run: (command) => {
      const { active, selection } = latest.current.state
      if (command.do === 'close' && selection.length === 0) return latest.current.onClose()
      if (command.do === 'move') moveTo(command.to.row, command.isExtending)
      else if (command.do === 'open') latest.current.onOpen(active)
      else if (command.do === 'close') setState((was) => ({ ...was, selection: NO_SELECTION }))
      else if (command.do === 'all')
        setState((was) => ({ ...was, selection: addRange(NO_SELECTION, 0, latest.current.total - 1) }))
      else setState((was) => ({ ...was, anchor: active, selection: toggleRow(was.selection, active) }))
      return true
    },
    anywhere: KEYS,
    listed: LISTED,
  })

  const onClick = useCallback((event: MouseEvent) => {
    const row = rowOf(event.target)
    if (row < 0) return
    const isPick = isOnCheckbox(event.target) || event.ctrlKey || event.metaKey
    if (event.shiftKey) {
      window.getSelection()?.removeAllRanges()
      setState(({ anchor, selection }) => ({ active: row, anchor, selection: addRange(selection, anchor, row) }))
    } else if (isPick) {
      setState(({ selection }) => ({ active: row, anchor: row, selection: toggleRow(selection, row) }))
    } else setState(({ selection }) => ({ active: row, anchor: row, selection }))
    if (!event.shiftKey && !isPick) {
      latest.current.onActive?.(row)
      if (isOpeningClick(event.target)) latest.current.onOpen(row)
    }
  }, [])

  const select = useCallback((selection: Selection) => setState((was) => ({ ...was, selection })), [])
  const step = useCallback(
    (by: 1 | -1) => {
      const { state: was, total: rows } = latest.current
      moveTo(Math.max(0, Math.min(rows - 1, was.active + by)), false)
    },
    [moveTo],
  )
  return { state, select, step, onKeyDown, onClick }
}
