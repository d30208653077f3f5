import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import type { BrandInterval, BrandModels, VisibilityResult } from '../../src-shared/desk/visibility.ts'
import { ask, queries } from '../data/desk.ts'
import { plural } from '../format/numbers.ts'
import { createScopedStore } from './scoped-store.ts'
import { cellsIn, cellsOutside, createStagedStore, type StagedCells, withCells } from './staged-cells.ts'
import { notifyWithUndo } from './undo.tsx'

// AI models and refresh intervals that a person wants changed and has not reviewed yet. Pure functions.
export type Change = CallInput<'visibility.apply'>['changes'][number]
export type IntervalValue = Extract<Change, { interval: unknown }>['interval']
/** By brand, then by model, or by INTERVAL. */
export type Staged = StagedCells<boolean | IntervalValue>

export const NOTHING_STAGED: Staged = new Map()
/** No model has an empty id. */
export const INTERVAL = ''

export type VisibilityRow = {
  readonly brandId: string
  readonly models: BrandModels
  readonly interval: BrandInterval
}

const LADDER: readonly Exclude<IntervalValue, null>[] = [30, 15, 7, 3, 1]
export const isRung = (days: number): days is Exclude<IntervalValue, null> => LADDER.some((rung) => rung === days)

export const isModelChange = (change: Change): change is Extract<Change, { modelId: unknown }> => 'modelId' in change
const keyOf = (change: Change): string => (isModelChange(change) ? change.modelId : INTERVAL)
const wantedBy = (change: Change) => (isModelChange(change) ? change.isActive : change.interval)

type Verdict = 'change' | 'same' | 'no'

/** Whether a change is possible and makes a difference, by what was read last. */
export const verdictOf = (change: Change, row: VisibilityRow | undefined): Verdict => {
  if (row === undefined) return 'no'
  if (!isModelChange(change)) {
    const { fetchedAt, customInterval, allowedIntervals } = row.interval
    if (fetchedAt === null) return 'no'
    if (change.interval === customInterval) return 'same'
    return change.interval === null || allowedIntervals.includes(change.interval) ? 'change' : 'no'
  }
  const model = row.models.models.find(({ modelId }) => modelId === change.modelId)
  if (model === undefined) return 'no'
  if (model.isActive === change.isActive) return 'same'
  return change.isActive && !model.canEnable ? 'no' : 'change'
}

export type Rows = ReadonlyMap<string, VisibilityRow>

/** Stages changes. One for what is so already takes its cell back; one that the plan rules out is ignored. */
export const withChanges = (staged: Staged, changes: readonly Change[], rows: Rows): Staged =>
  withCells(
    staged,
    changes.flatMap((change) => {
      const { brandId } = change
      const verdict = verdictOf(change, rows.get(brandId))
      if (verdict === 'no') return []
      return [{ brandId, key: keyOf(change), value: verdict === 'same' ? undefined : wantedBy(change) }]
    }),
  )

const toChange = (brandId: string, key: string, value: boolean | IntervalValue): Change | null => {
  if (typeof value === 'boolean') return { brandId, modelId: key, isActive: value }
  return key === INTERVAL ? { brandId, interval: value } : null
}

/** Staged changes that still make a difference and are still allowed. */
export const changesOf = (staged: Staged, rows: Rows): Change[] =>
  [...staged].flatMap(([brandId, own]) =>
    [...own].flatMap(([key, value]) => {
      const change = toChange(brandId, key, value)
      return change !== null && verdictOf(change, rows.get(brandId)) === 'change' ? [change] : []
    }),
  )

export const withoutChanges = (
  staged: Staged,
  done: readonly { readonly brandId: string; readonly modelId: string | null }[],
): Staged =>
  withCells(
    staged,
    done.map(({ brandId, modelId }) => ({ brandId, key: modelId ?? INTERVAL, value: undefined })),
  )

export const rowsOf = (models: readonly BrandModels[], intervals: readonly BrandInterval[]): Rows => {
  const byBrand = new Map(intervals.map((interval) => [interval.brandId, interval]))
  return new Map(
    models.flatMap((own) => {
      const interval = byBrand.get(own.brandId)
      return interval === undefined ? [] : [[own.brandId, { brandId: own.brandId, models: own, interval }] as const]
    }),
  )
}

type Review = {
  readonly step: 'edit' | 'review' | 'results'
  readonly isBusy: boolean
  readonly error: DeskErrorValue | null
  readonly results: readonly VisibilityResult[]
  /** The changes that the results belong to. */
  readonly asked: readonly Change[]
}

const START: Review = { step: 'edit', isBusy: false, error: null, results: [], asked: [] }

const { set: setStaged, now: stagedNow, useInScope: useStaged } = createStagedStore(NOTHING_STAGED)
const reviews = createScopedStore(START)

export { useStaged }
export const useReview = reviews.use

export const stageChanges = (changes: readonly Change[], rows: Rows): void =>
  setStaged(withChanges(stagedNow(), changes, rows))

/** One choice for many brands: with nothing else staged, its review follows at once, as for a tool's permissions. */
export const stageForMany = (changes: readonly Change[], rows: Rows): void => {
  const isAlone = cellsIn(stagedNow(), reviews.here().scope).size === 0
  stageChanges(changes, rows)
  if (isAlone && cellsIn(stagedNow(), reviews.here().scope).size > 0) reviewChanges()
}

export const unstage = (brandId: string, modelId: string | null): void =>
  setStaged(withoutChanges(stagedNow(), [{ brandId, modelId }]))

export const discardStaged = (rows: Rows): void => {
  const { scope, set } = reviews.here()
  const staged = cellsIn(stagedNow(), scope)
  setStaged(cellsOutside(stagedNow(), scope))
  set({ step: 'edit', error: null })
  const restore = () => setStaged(new Map([...stagedNow(), ...staged]))
  notifyWithUndo(`${plural(changesOf(staged, rows).length, 'change')} discarded`, restore)
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
