// The keys of a table as commands: so they stand in the shortcut sheet, and so they also work while nothing holds the
// focus, as after a click on a button or beside the table. With the focus on the table itself `use-grid.ts` takes them first.
import type { RefObject } from 'react'
import { isFocusFree } from '../commands/focus.ts'
import type { GroupCommand } from '../commands/registry.ts'
import { useCommands } from '../commands/use-commands.ts'
import type { KeyPress } from './keys.ts'

type GridKey = { readonly id: string; readonly title: string; readonly keys: readonly [string, ...string[]] }

const KEYS: readonly GridKey[] = [
  { id: 'rows.down', title: 'Next row', keys: ['j', 'arrowdown'] },
  { id: 'rows.up', title: 'Previous row', keys: ['k', 'arrowup'] },
  { id: 'rows.page-down', title: 'Page down', keys: ['pagedown'] },
  { id: 'rows.page-up', title: 'Page up', keys: ['pageup'] },
  { id: 'rows.first', title: 'First row', keys: ['home'] },
  { id: 'rows.last', title: 'Last row', keys: ['end'] },
  { id: 'rows.pick', title: 'Select row', keys: ['x'] },
  { id: 'rows.open', title: 'Open row', keys: ['enter'] },
]
/** Taken by the table alone, or by the browser; listed so that they can be found. */
const LISTED: readonly GridKey[] = [
  { id: 'rows.extend', title: 'Extend the selection', keys: ['shift+arrowdown', 'shift+arrowup'] },
  { id: 'rows.all', title: 'Select every row', keys: ['mod+a'] },
  { id: 'rows.copy', title: 'Copy the selected rows', keys: ['mod+c'] },
]

export const useGridCommands = (
  scroller: RefObject<HTMLDivElement | null>,
  press: (key: KeyPress) => boolean,
): void => {
  const pressed = (key: string) => {
    scroller.current?.focus({ preventScroll: true })
    press({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false })
  }
  useCommands('Rows', [
    ...KEYS.map(
      (entry): GroupCommand => ({
        ...entry,
        isKeyOnly: true,
        isEnabled: isFocusFree,
        run: () => pressed(entry.keys[0]),
      }),
    ),
    ...LISTED.map((entry): GroupCommand => ({ ...entry, isKeyOnly: true, isEnabled: () => false, run: () => {} })),
  ])
}
