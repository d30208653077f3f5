// What a key means in a grid: the table of the lists, the permission matrix, the AI models. Pure, so that the rules can be
// tested without a page.

/** Row −1 is the head, column −1 the names of the rows. */
export type Place = { readonly row: number; readonly col: number }

export type KeyPress = {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The active place, and the size of the grid. */
export type Where = { readonly at: Place; readonly rows: number; readonly cols: number; readonly rowsPerPage: number }

/** What one grid does that another does not. All move by the same keys. */
export type GridKind<Action extends string> = {
  /** −1: the head and the names of the rows can be active as well. */
  readonly first: 0 | -1
  /** What Home and End go along; along a row, they go to a corner with Ctrl. */
  readonly ends: 'column' | 'row'
  /** By key; a key pressed with Ctrl or Cmd begins with `mod+`, another one pressed with Shift with `shift+`. */
  readonly actions: Readonly<Record<string, Action>>
}

export type GridCommand<Action extends string> =
  | { readonly do: 'move'; readonly to: Place; readonly isExtending: boolean }
  | { readonly do: Action }

export const LIST_KEYS: GridKind<'toggle' | 'open' | 'close' | 'all'> = {
  first: 0,
  ends: 'column',
  actions: {
    x: 'toggle',
    'shift+x': 'toggle',
    ' ': 'toggle',
    enter: 'open',
    'shift+enter': 'open',
    escape: 'close',
    'shift+escape': 'close',
    'mod+a': 'all',
  },
}

const STEPS: Readonly<Record<string, readonly [rows: number, cols: number]>> = {
  j: [1, 0],
  arrowdown: [1, 0],
  k: [-1, 0],
  arrowup: [-1, 0],
  arrowright: [0, 1],
  arrowleft: [0, -1],
}

/** Where a key moves to, be it beyond the grid; undefined: it does not. */
const moved = (key: string, ends: 'column' | 'row', { at, rows, cols, rowsPerPage }: Where): Place | undefined => {
  const { row, col } = at
  if (key === 'home') return ends === 'row' ? { row, col: -1 } : { row: 0, col }
  if (key === 'end') return ends === 'row' ? { row, col: cols - 1 } : { row: rows - 1, col }
  if (key === 'pagedown') return { row: row + rowsPerPage, col }
  // Never to the head.
  if (key === 'pageup') return { row: Math.max(0, row - rowsPerPage), col }
  const step = STEPS[key]
  return step && { row: row + step[0], col: col + step[1] }
}
const toCorner = (key: string, { rows, cols }: Where): Place | undefined =>
  key === 'home' ? { row: 0, col: 0 } : key === 'end' ? { row: rows - 1, col: cols - 1 } : undefined

export const gridCommandOf = <Action extends string>(
  press: KeyPress,
  { first, ends, actions }: GridKind<Action>,
  where: Where,
): GridCommand<Action> | null => {
  const key = press.key.toLowerCase()
  const isMod = press.ctrlKey || press.metaKey
  if (press.altKey || (first === 0 && where.rows === 0 && key !== 'escape')) return null
  const to = !isMod ? moved(key, ends, where) : ends === 'row' ? toCorner(key, where) : undefined
  // In a grid of one column the browser scrolls sideways.
  const isSideways = key === 'arrowleft' || key === 'arrowright'
  if (to !== undefined && !(isSideways && where.cols - first === 1)) {
    const within = (value: number, count: number): number => Math.max(first, Math.min(count - 1, value))
    return {
      do: 'move',
      to: { row: within(to.row, where.rows), col: within(to.col, where.cols) },
      isExtending: press.shiftKey,
    }
  }
  const action = actions[isMod ? `mod+${key}` : press.shiftKey ? `shift+${key}` : key]
  return action === undefined ? null : { do: action }
}
