// Changes of AI visibility: staged, reviewed once, applied in one act. What failed stays staged until it is given up.
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
  /** What the results answer to. */
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
  // What was taken is read before it leaves the stage, so that no cell shows for a moment what it was.
  await Promise.all([queries.refresh('visibility.models', {}), queries.refresh('visibility.intervals', {})])
  const settled = results.filter(({ state }) => SETTLED.includes(state))
  set({ isBusy: false, step: 'results', results, asked: changes, staged: withoutChanges(get().staged, settled) })
}

/** Back to the matrix; what failed stays staged, unless the person gives it up. */
export const closeResults = (isKept: boolean): void => {
  const { staged, results } = get()
  set({ step: 'edit', results: [], asked: [], staged: isKept ? staged : withoutChanges(staged, results) })
}
