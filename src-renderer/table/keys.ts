// What a key means in a grid, and in the table of the lists. Pure, so that the rules can be tested without a page.

export type GridCommand =
  | { readonly do: 'move'; readonly to: number; readonly isExtending: boolean }
  | { readonly do: 'toggle' | 'open' | 'close' | 'all' }

export type KeyPress = {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}
type Where = { readonly active: number; readonly total: number; readonly rowsPerPage: number }

type Step = readonly [rows: number, columns: number]

const STEPS: Readonly<Record<string, Step>> = {
  j: [1, 0],
  arrowdown: [1, 0],
  k: [-1, 0],
  arrowup: [-1, 0],
  arrowright: [0, 1],
  arrowleft: [0, -1],
}

/** How far a key moves in any grid; undefined: it does not. */
export const stepOf = (key: string, rowsPerPage: number): Step | undefined =>
  key === 'pagedown' ? [rowsPerPage, 0] : key === 'pageup' ? [-rowsPerPage, 0] : STEPS[key]

/** The row that a key moves to. */
const rowTo = (key: string, { active, total, rowsPerPage }: Where): number | undefined => {
  if (key === 'home') return 0
  if (key === 'end') return total - 1
  const [rows = 0] = stepOf(key, rowsPerPage) ?? []
  return rows === 0 ? undefined : active + rows
}

export const commandOf = (press: KeyPress, where: Where): GridCommand | null => {
  const key = press.key.toLowerCase()
  if (press.altKey) return null
  if (press.ctrlKey || press.metaKey) return key === 'a' && where.total > 0 ? { do: 'all' } : null
  if (key === 'escape') return { do: 'close' }
  if (where.total === 0) return null
  const to = rowTo(key, where)
  if (to !== undefined)
    return { do: 'move', to: Math.max(0, Math.min(where.total - 1, to)), isExtending: press.shiftKey }
  if (key === 'x' || (key === ' ' && !press.shiftKey)) return { do: 'toggle' }
  return key === 'enter' ? { do: 'open' } : null
}
