// The keys of the matrix beside those of every grid, and what two of its places enclose.
import type { GridCommand, GridKind, Place } from '../../table/keys.ts'

type Action = 'toggle' | 'allow' | 'deny' | 'unstage' | 'open' | 'pick' | 'close'
export type MatrixCommand = GridCommand<Action>

export const MATRIX_KEYS: GridKind<Action> = {
  first: -1,
  ends: 'row',
  actions: {
    ' ': 'toggle',
    a: 'allow',
    d: 'deny',
    delete: 'unstage',
    backspace: 'unstage',
    enter: 'open',
    x: 'pick',
    'shift+x': 'pick',
    escape: 'close',
  },
}

export type Area = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }

/** The cells between two places, both included. */
export const areaBetween = (a: Place, b: Place): Area => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.col, b.col),
  right: Math.max(a.col, b.col),
})
