// The keyboard of the matrix: the table holds the focus and names its active cell. J, K and the arrows move, space
// changes the active cell, X selects the row (with shift, all rows from the last selected one).
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { isFocusFree } from '../../commands/focus.ts'
import { useCommands } from '../../commands/use-commands.ts'
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

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  j: [1, 0],
  arrowdown: [1, 0],
  k: [-1, 0],
  arrowup: [-1, 0],
  arrowright: [0, 1],
  arrowleft: [0, -1],
  pagedown: [12, 0],
  pageup: [-12, 0],
  home: [-100_000, 0],
  end: [100_000, 0],
}

const between = (value: number, most: number): number => Math.max(0, Math.min(most, value))

export const useMatrixKeys = ({ table, ids, columnCount, selected, onSelect, onMove, onPress }: Options) => {
  const [place, setPlace] = useState<CellAt>({ row: 0, column: 0 })
  const at = { row: between(place.row, ids.length - 1), column: between(place.column, columnCount - 1) }

  const pick = usePick({ ids, selected, onSelect })
  const press = (key: string, isShift: boolean): boolean => {
    const step = STEPS[key]
    if (step !== undefined) {
      const row = between(at.row + step[0], ids.length - 1)
      setPlace({ row, column: between(at.column + step[1], columnCount - 1) })
      onMove(row)
    } else if (key === 'x') pick(at.row, isShift)
    else if (key === ' ' || key === 'enter') onPress(at)
    else if (key === 'escape' && selected.size > 0) onSelect(new Set())
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey) return
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'a') return
      event.preventDefault()
      onSelect(new Set(ids))
    } else if (press(event.key.toLowerCase(), event.shiftKey)) event.preventDefault()
  }

  const command = (id: string, title: string, keys: readonly [string, ...string[]]) => ({
    id,
    title,
    keys,
    isKeyOnly: true,
    isEnabled: isFocusFree,
    run: () => {
      table.current?.focus({ preventScroll: true })
      press(keys[0] === 'space' ? ' ' : keys[0], false)
    },
  })
  useCommands('Rows', [
    command('rows.down', 'Next row', ['j', 'arrowdown']),
    command('rows.up', 'Previous row', ['k', 'arrowup']),
    command('rows.right', 'Next column', ['arrowright']),
    command('rows.left', 'Previous column', ['arrowleft']),
    command('rows.pick', 'Select row', ['x']),
    command('rows.open', 'Change what is active', ['space', 'enter']),
  ])
  return { at, setPlace, pick, onKeyDown }
}
