// The keyboard of the matrix: the table holds the focus and names its active cell. J, K and the arrows move, space
// changes the active cell, X selects the row (with shift, all rows from the last selected one).
import { type RefObject, useState } from 'react'
import { type KeyPress, stepOf } from '../../table/keys.ts'
import { NEXT_ROW, PREVIOUS_ROW, SELECT_ROW, useGridKeys } from '../../table/use-grid-keys.ts'
import { usePick } from '../../table/use-row-keys.ts'

export type CellAt = { readonly row: number; readonly column: number }

type Options = {
  readonly table: RefObject<HTMLTableElement | null>
  readonly ids: readonly string[]
  readonly columnCount: number
  readonly selected: ReadonlySet<string>
  readonly onSelect: (ids: ReadonlySet<string>) => void
  readonly onMove: (row: number) => void
  readonly onPress: (at: CellAt) => void
}

const ROWS_PER_PAGE = 12

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
  const [place, setPlace] = useState<CellAt>({ row: 0, column: 0 })
  const at = { row: between(place.row, ids.length - 1), column: between(place.column, columnCount - 1) }

  const pick = usePick({ ids, selected, onSelect })
  const move = (rows: number, columns: number) => {
    const row = between(at.row + rows, ids.length - 1)
    setPlace({ row, column: between(at.column + columns, columnCount - 1) })
    onMove(row)
  }
  const press = ({ key: typed, altKey, ctrlKey, metaKey, shiftKey }: KeyPress): boolean => {
    const key = typed.toLowerCase()
    if (altKey || ((ctrlKey || metaKey) && key !== 'a')) return false
    const step = stepOf(key, ROWS_PER_PAGE)
    if (ctrlKey || metaKey) onSelect(new Set(ids))
    else if (step !== undefined) move(...step)
    else if (key === 'home') move(-ids.length, 0)
    else if (key === 'end') move(ids.length, 0)
    else if (key === 'x') pick(at.row, shiftKey)
    else if (key === ' ' || key === 'enter') onPress(at)
    else if (key === 'escape' && selected.size > 0) onSelect(new Set())
    else return false
    return true
  }
  const onKeyDown = useGridKeys({ grid: table, press, anywhere: KEYS })
  return { at, setPlace, pick, onKeyDown }
}
