// Changes that a person has prepared and not applied: by brand, then by what is changed of it (a tool, a model).
import { useMemo } from 'react'
import { create } from 'zustand'
import { type Scope, useScope } from './location.ts'

export type StagedCells<Value> = ReadonlyMap<string, ReadonlyMap<string, Value>>
/** Undefined: nothing is staged for it any more. */
type Cell<Value> = { readonly brandId: string; readonly key: string; readonly value: Value | undefined }

/** Stages cells or takes them back. A brand without cells is left out. */
export const withCells = <Value>(staged: StagedCells<Value>, cells: readonly Cell<Value>[]): StagedCells<Value> => {
  const next = new Map(staged)
  const copies = new Map<string, Map<string, Value>>()
  for (const { brandId, key, value } of cells) {
    const own = copies.get(brandId) ?? new Map(next.get(brandId))
    copies.set(brandId, own)
    if (value === undefined) own.delete(key)
    else own.set(key, value)
    if (own.size === 0) next.delete(brandId)
    else next.set(brandId, own)
  }
  return next
}

/** What is staged for the brands in scope. */
export const cellsIn = <Value>(staged: StagedCells<Value>, scope: Scope): StagedCells<Value> => {
  if (scope === 'all') return staged
  const own = staged.get(scope)
  return own === undefined ? new Map() : new Map([[scope, own]])
}

/** All of it but what is staged for the brands in scope. */
export const cellsOutside = <Value>(staged: StagedCells<Value>, scope: Scope): StagedCells<Value> =>
  scope === 'all' ? new Map() : new Map([...staged].filter(([brandId]) => brandId !== scope))

export const createStagedStore = <Value>(start: StagedCells<Value>) => {
  const use = create<{ readonly staged: StagedCells<Value> }>()(() => ({ staged: start }))
  return {
    set: (staged: StagedCells<Value>): void => use.setState({ staged }),
    now: (): StagedCells<Value> => use.getState().staged,
    /** What is staged for the brands in scope. */
    useInScope: (): StagedCells<Value> => {
      const scope = useScope()
      const { staged } = use()
      return useMemo(() => cellsIn(staged, scope), [staged, scope])
    },
  }
}
