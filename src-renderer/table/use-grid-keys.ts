// The keyboard of every grid: the table of the lists, the matrix of permissions, the AI models. The grid itself holds the
// focus and takes its keys. They are commands as well: so they stand in the shortcut sheet, and so some also work while
// nothing holds the focus, as after a click on a button or beside the grid.
import { type KeyboardEvent, type RefObject, useCallback, useRef } from 'react'
import { isFocusFree } from '../commands/focus.ts'
import type { GroupCommand } from '../commands/registry.ts'
import { useCommands } from '../commands/use-commands.ts'
import { type GridCommand, type GridKind, gridCommandOf, type KeyPress, type Where } from './keys.ts'

type GridKey = { readonly id: string; readonly title: string; readonly keys: readonly [string, ...string[]] }

export const NEXT_ROW: GridKey = { id: 'rows.down', title: 'Next row', keys: ['j', 'arrowdown'] }
export const PREVIOUS_ROW: GridKey = { id: 'rows.up', title: 'Previous row', keys: ['k', 'arrowup'] }
export const SELECT_ROW: GridKey = { id: 'rows.pick', title: 'Select row', keys: ['x'] }

/** Taken by the grid alone, or by the browser; listed so that they can be found. */
export const listedKeys = (keys: readonly GridKey[]): readonly GroupCommand[] =>
  keys.map((entry) => ({ ...entry, isKeyOnly: true, isEnabled: () => false, run: () => {} }))

type Options<Action extends string> = {
  readonly grid: RefObject<HTMLElement | null>
  readonly kind: GridKind<Action>
  readonly where: () => Where
  /** Returns whether the command means anything now. */
  readonly run: (command: GridCommand<Action>) => boolean
  /** Those that work while nothing holds the focus. */
  readonly anywhere?: readonly GridKey[]
  readonly listed?: readonly GridKey[]
}

export const useGridKeys = <Action extends string>(options: Options<Action>) => {
  const { grid, anywhere = [], listed = [] } = options
  const latest = useRef(options)
  latest.current = options
  const press = useCallback((key: KeyPress): boolean => {
    const { kind, where, run } = latest.current
    const command = gridCommandOf(key, kind, where())
    return command !== null && run(command)
  }, [])
  const pressFree = (key: string) => {
    grid.current?.focus({ preventScroll: true })
    press({ key: key === 'space' ? ' ' : key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false })
  }
  useCommands('Rows', [
    ...anywhere.map((entry): GroupCommand => {
      return { ...entry, isKeyOnly: true, isEnabled: isFocusFree, run: () => pressFree(entry.keys[0]) }
    }),
    ...listedKeys(listed),
  ])
  return useCallback(
    (event: KeyboardEvent) => {
      if (event.target === event.currentTarget && press(event)) event.preventDefault()
    },
    [press],
  )
}
