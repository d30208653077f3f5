// Changes of AI visibility: staged, reviewed and applied together. Failed changes stay staged until the person drops them.
import { create } from 'zustand'
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import type { VisibilityResult } from '../../src-shared/desk/visibility.ts'
import { ask, queries } from '../data/desk.ts'
import { plural } from '../format/numbers.ts'
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

type Draft = {
  readonly staged: Staged
  readonly step: 'edit' | 'review' | 'results'
  readonly isBusy: boolean
  readonly error: DeskErrorValue | null
  readonly results: readonly VisibilityResult[]
  /** The changes that the results belong to. */
  readonly asked: readonly Change[]
}

const START: Draft = { staged: NOTHING_STAGED, step: 'edit', isBusy: false, error: null, results: [], asked: [] }

export const useVisibilityDraft = create<Draft>()(() => START)
const set = (change: Partial<Draft>) => useVisibilityDraft.setState(change)
const get = () => useVisibilityDraft.getState()

export const stageChanges = (changes: readonly Change[], rows: Rows): void =>
  set({ staged: withChanges(get().staged, changes, rows) })

export const unstage = (brandId: string, modelId: string | null): void =>
  set({ staged: withoutChanges(get().staged, [{ brandId, modelId }]) })

export const discardStaged = (rows: Rows): void => {
  const { staged } = get()
  set({ staged: NOTHING_STAGED, step: 'edit', error: null })
  notifyWithUndo(`${plural(changesOf(staged, rows).length, 'staged change')} discarded`, () => set({ staged }))
}

export const reviewChanges = (): void => set({ step: 'review', error: null })
export const backToMatrix = (): void => set({ step: 'edit', error: null })

const SETTLED: readonly VisibilityResult['state'][] = ['applied', 'unchanged']

export const applyChanges = async (changes: readonly Change[]): Promise<void> => {
  if (get().isBusy || changes.length === 0) return
  set({ isBusy: true, error: null })
  const reply = await ask('visibility.apply', { changes: [...changes] })
  if (!reply.ok) return set({ isBusy: false, error: reply.error })
  const { results } = reply.value
  // The new values are read before the staged ones go, so that no cell shows its old value for a moment.
  await Promise.all([queries.refresh('visibility.models', {}), queries.refresh('visibility.intervals', {})])
  const settled = results.filter(({ state }) => SETTLED.includes(state))
  set({ isBusy: false, step: 'results', results, asked: changes, staged: withoutChanges(get().staged, settled) })
}

/** Back to the matrix. Failed changes stay staged if `isKept`. */
export const closeResults = (isKept: boolean): void => {
  const { staged, results } = get()
  set({ step: 'edit', results: [], asked: [], staged: isKept ? staged : withoutChanges(staged, results) })
}
