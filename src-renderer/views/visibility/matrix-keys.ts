// The keyboard of the matrix: the table holds the focus and names its active cell. Space and Enter change the active cell, X
// selects the row (with shift, all rows from the last selected one).
import { type RefObject, useState } from 'react'
import type { GridKind, Place } from '../../table/keys.ts'
import { NEXT_ROW, PREVIOUS_ROW, SELECT_ROW, useGridKeys } from '../../table/use-grid-keys.ts'
import { usePick } from '../../table/use-row-keys.ts'

type Options = {
  readonly table: RefObject<HTMLTableElement | null>
  readonly ids: readonly string[]
  readonly columnCount: number
  readonly selected: ReadonlySet<string>
  readonly onSelect: (ids: ReadonlySet<string>) => void
  readonly onMove: (row: number) => void
  readonly onPress: (at: Place) => void
}

const ROWS_PER_PAGE = 12

const TRACKING_KEYS: GridKind<'change' | 'pick' | 'pick-range' | 'all' | 'clear'> = {
  first: 0,
  ends: 'column',
  actions: {
    ' ': 'change',
    'shift+ ': 'change',
    enter: 'change',
    'shift+enter': 'change',
    x: 'pick',
    'shift+x': 'pick-range',
    'mod+a': 'all',
    escape: 'clear',
    'shift+escape': 'clear',
  },
}

const KEYS = [
  NEXT_ROW,
  PREVIOUS_ROW,
  { id: 'rows.right', title: 'Next column', keys: ['arrowright'] },
  { id: 'rows.left', title: 'Previous column', keys: ['arrowleft'] },
  SELECT_ROW,
  { id: 'rows.open', title: 'Change what is active', keys: ['space', 'enter'] },
] as const

const between = (value: number, most: number): number => Math.max(0, Math.min(most, value))

export const useMatrixKeys = ({ table, ids, columnCount, selected, onSelect, onMove, onPress }: Options) => {
  const [place, setPlace] = useState<Place>({ row: 0, col: 0 })
  const at = { row: between(place.row, ids.length - 1), col: between(place.col, columnCount - 1) }
  const pick = usePick({ ids, selected, onSelect })
  const onKeyDown = useGridKeys({
    grid: table,
    kind: TRACKING_KEYS,
    where: () => ({ at, rows: ids.length, cols: columnCount, rowsPerPage: ROWS_PER_PAGE }),
    run: (command) => {
      if (command.do === 'move') {
        setPlace(command.to)
        onMove(command.to.row)
      } else if (command.do === 'change') onPress(at)
      else if (command.do === 'all') onSelect(new Set(ids))
      else if (command.do !== 'clear') pick(at.row, command.do === 'pick-range')
      else if (selected.size > 0) onSelect(new Set())
      else return false
      return true
    },
    anywhere: KEYS,
  })
  return { at, setPlace, pick, onKeyDown }
}
