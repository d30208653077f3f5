// Picked brands and collapsed groups of the matrix. They outlive a change of view.
import { create } from 'zustand'
import type { MatrixTool } from '../../src-shared/desk/connectors.ts'

type MatrixState = {
  readonly picked: ReadonlySet<string>
  readonly isPickedOnly: boolean
  readonly tag: string | null
  readonly collapsed: ReadonlySet<MatrixTool['group']>
}

export const useMatrixState = create<MatrixState>()(() => ({
  picked: new Set(),
  isPickedOnly: false,
  tag: null,
  collapsed: new Set(),
}))

export const setMatrix = (change: Partial<MatrixState>): void => useMatrixState.setState(change)

/** Picks all of them; if all are picked already, none. */
export const togglePicked = (brandIds: readonly string[]): void => {
  const { picked } = useMatrixState.getState()
  const next = new Set(picked)
  const isOff = brandIds.every((id) => picked.has(id))
  for (const id of brandIds) {
    if (isOff) next.delete(id)
    else next.add(id)
  }
  setMatrix({ picked: next, isPickedOnly: next.size > 0 && useMatrixState.getState().isPickedOnly })
}

export const clearPicked = (): void => setMatrix({ picked: new Set(), isPickedOnly: false })

export const toggleGroup = (group: MatrixTool['group']): void => {
  const next = new Set(useMatrixState.getState().collapsed)
  if (!next.delete(group)) next.add(group)
  setMatrix({ collapsed: next })
}
