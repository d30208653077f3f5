// What a key means in the matrix. Pure, so that the rules can be tested without a page. Row -1 is the head, column -1
// the names of the tools.
import type { KeyPress } from '../../table/keys.ts'

export type Place = { readonly row: number; readonly col: number }
export type Size = { readonly rows: number; readonly cols: number; readonly rowsPerPage: number }

export type MatrixCommand =
  | { readonly do: 'move'; readonly to: Place; readonly isExtending: boolean }
  | { readonly do: 'toggle' | 'allow' | 'deny' | 'unstage' | 'open' | 'pick' | 'close' }

const clamp = (value: number, max: number): number => Math.max(-1, Math.min(max - 1, value))

const MOVES: Readonly<Record<string, (place: Place, size: Size) => Place>> = {
  arrowdown: ({ row, col }) => ({ row: row + 1, col }),
  j: ({ row, col }) => ({ row: row + 1, col }),
  arrowup: ({ row, col }) => ({ row: row - 1, col }),
  k: ({ row, col }) => ({ row: row - 1, col }),
  arrowright: ({ row, col }) => ({ row, col: col + 1 }),
  arrowleft: ({ row, col }) => ({ row, col: col - 1 }),
  pagedown: ({ row, col }, { rowsPerPage }) => ({ row: row + rowsPerPage, col }),
  pageup: ({ row, col }, { rowsPerPage }) => ({ row: Math.max(0, row - rowsPerPage), col }),
  home: ({ row }) => ({ row, col: -1 }),
  end: ({ row }, { cols }) => ({ row, col: cols - 1 }),
}
const FAR_MOVES: Readonly<Record<string, (place: Place, size: Size) => Place>> = {
  home: () => ({ row: 0, col: 0 }),
  end: (_, { rows, cols }) => ({ row: rows - 1, col: cols - 1 }),
}
const ACTIONS: Readonly<Record<string, Exclude<MatrixCommand['do'], 'move'>>> = {
  ' ': 'toggle',
  a: 'allow',
  d: 'deny',
  delete: 'unstage',
  backspace: 'unstage',
  enter: 'open',
  x: 'pick',
  escape: 'close',
}

export const matrixCommandOf = (press: KeyPress, place: Place, size: Size): MatrixCommand | null => {
  const key = press.key.toLowerCase()
  const isFar = press.ctrlKey || press.metaKey
  if (press.altKey) return null
  const move = (isFar ? FAR_MOVES : MOVES)[key]
  if (move !== undefined) {
    const { row, col } = move(place, size)
    return { do: 'move', to: { row: clamp(row, size.rows), col: clamp(col, size.cols) }, isExtending: press.shiftKey }
  }
  const action = isFar || (press.shiftKey && key !== 'x') ? undefined : ACTIONS[key]
  return action === undefined ? null : { do: action }
}

export type Area = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }

/** The cells between two places, both included. */
export const areaBetween = (a: Place, b: Place): Area => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.col, b.col),
  right: Math.max(a.col, b.col),
})
