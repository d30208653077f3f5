// Changes of AI tracking: staged by brand; each scope reviews and applies its own together. Failed changes stay staged
// until the person drops them.
import { useMemo } from 'react'
import { create } from 'zustand'
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import type { VisibilityResult } from '../../src-shared/desk/visibility.ts'
import { ask, queries } from '../data/desk.ts'
import { plural } from '../format/numbers.ts'
import { useScope } from './location.ts'
import { createScopedStore } from './scoped-store.ts'
import { cellsIn, cellsOutside } from './staged-cells.ts'
import { notifyWithUndo } from './undo.tsx'
import {
  type Change,
  changesOf,
  NOTHING_STAGED,
  type Rows,
  type Staged,
  withChanges,
  withoutChanges,
} from './visibility-staging.ts'

type Review = {
  readonly step: 'edit' | 'review' | 'results'
  readonly isBusy: boolean
  readonly error: DeskErrorValue | null
  readonly results: readonly VisibilityResult[]
  /** The changes that the results belong to. */
  readonly asked: readonly Change[]
}

const START: Review = { step: 'edit', isBusy: false, error: null, results: [], asked: [] }

const useStagedChanges = create<{ readonly staged: Staged }>()(() => ({ staged: NOTHING_STAGED }))
const setStaged = (staged: Staged) => useStagedChanges.setState({ staged })
const stagedNow = (): Staged => useStagedChanges.getState().staged
const reviews = createScopedStore(START)

/** What is staged for the brands in scope. */
export const useStaged = (): Staged => {
  const scope = useScope()
  const { staged } = useStagedChanges()
  return useMemo(() => cellsIn(staged, scope), [staged, scope])
}
export const useReview = reviews.use

export const stageChanges = (changes: readonly Change[], rows: Rows): void =>
  setStaged(withChanges(stagedNow(), changes, rows))

export const unstage = (brandId: string, modelId: string | null): void =>
  setStaged(withoutChanges(stagedNow(), [{ brandId, modelId }]))

export const discardStaged = (rows: Rows): void => {
  const { scope, set } = reviews.here()
  const staged = cellsIn(stagedNow(), scope)
  setStaged(cellsOutside(stagedNow(), scope))
  set({ step: 'edit', error: null })
  const restore = () => setStaged(new Map([...stagedNow(), ...staged]))
  notifyWithUndo(`${plural(changesOf(staged, rows).length, 'staged change')} discarded`, restore)
}

export const reviewChanges = (): void => reviews.here().set({ step: 'review', error: null })
export const backToMatrix = (): void => reviews.here().set({ step: 'edit', error: null })

const SETTLED: readonly VisibilityResult['state'][] = ['applied', 'unchanged']

export const applyChanges = async (changes: readonly Change[]): Promise<void> => {
  const { get, set } = reviews.here()
  if (get().isBusy || changes.length === 0) return
  set({ isBusy: true, error: null })
  const reply = await ask('visibility.apply', { changes: [...changes] })
  if (!reply.ok) return set({ isBusy: false, error: reply.error })
  const { results } = reply.value
  // The new values are read before the staged ones go, so that no cell shows its old value for a moment.
  await Promise.all([queries.refresh('visibility.models', {}), queries.refresh('visibility.intervals', {})])
  const settled = results.filter(({ state }) => SETTLED.includes(state))
  setStaged(withoutChanges(stagedNow(), settled))
  set({ isBusy: false, step: 'results', results, asked: changes })
}

/** Back to the matrix. Failed changes stay staged if `isKept`. */
export const closeResults = (isKept: boolean): void => {
  const { get, set } = reviews.here()
  if (!isKept) setStaged(withoutChanges(stagedNow(), get().results))
  set({ step: 'edit', results: [], asked: [] })
}
