// What a key means in the matrix. Pure, so that the rules can be tested without a page. Row -1 is the head, column -1
// the names of the tools.
import { type KeyPress, stepOf } from '../../table/keys.ts'

export type Place = { readonly row: number; readonly col: number }
export type Size = { readonly rows: number; readonly cols: number; readonly rowsPerPage: number }

export type MatrixCommand =
  | { readonly do: 'move'; readonly to: Place; readonly isExtending: boolean }
  | { readonly do: 'toggle' | 'allow' | 'deny' | 'unstage' | 'open' | 'pick' | 'close' }

const clamp = (value: number, max: number): number => Math.max(-1, Math.min(max - 1, value))

/** Where a key moves to; undefined: it does not. */
const moved = (key: string, { row, col }: Place, { cols, rowsPerPage }: Size): Place | undefined => {
  if (key === 'home') return { row, col: -1 }
  if (key === 'end') return { row, col: cols - 1 }
  const step = stepOf(key, rowsPerPage)
  if (step === undefined) return undefined
  const next = row + step[0]
  return { row: key === 'pageup' ? Math.max(0, next) : next, col: col + step[1] }
}
const farMoved = (key: string, { rows, cols }: Size): Place | undefined =>
  key === 'home' ? { row: 0, col: 0 } : key === 'end' ? { row: rows - 1, col: cols - 1 } : undefined

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
  const to = isFar ? farMoved(key, size) : moved(key, place, size)
  if (to !== undefined)
    return {
      do: 'move',
      to: { row: clamp(to.row, size.rows), col: clamp(to.col, size.cols) },
      isExtending: press.shiftKey,
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
