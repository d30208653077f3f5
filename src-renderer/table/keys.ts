// What a key means in a table. Pure, so that the rules can be tested without a page.

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

const STEPS: Readonly<Record<string, (where: Where) => number>> = {
  j: ({ active }) => active + 1,
  arrowdown: ({ active }) => active + 1,
  k: ({ active }) => active - 1,
  arrowup: ({ active }) => active - 1,
  pagedown: ({ active, rowsPerPage }) => active + rowsPerPage,
  pageup: ({ active, rowsPerPage }) => active - rowsPerPage,
  home: () => 0,
  end: ({ total }) => total - 1,
}

export const commandOf = (press: KeyPress, where: Where): GridCommand | null => {
  const key = press.key.toLowerCase()
  if (press.altKey) return null
  if (press.ctrlKey || press.metaKey) return key === 'a' && where.total > 0 ? { do: 'all' } : null
  if (key === 'escape') return { do: 'close' }
  if (where.total === 0) return null
  const step = STEPS[key]
  if (step !== undefined) {
    const to = Math.max(0, Math.min(where.total - 1, step(where)))
    return { do: 'move', to, isExtending: press.shiftKey }
  }
  if (key === 'x' || (key === ' ' && !press.shiftKey)) return { do: 'toggle' }
  return key === 'enter' ? { do: 'open' } : null
}
