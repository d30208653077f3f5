// AI models and refresh intervals that a person wants changed and has not reviewed yet. Pure functions.
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { BrandInterval, BrandModels } from '../../src-shared/desk/visibility.ts'
import { type StagedCells, withCells } from './staged-cells.ts'

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

export type Verdict = 'change' | 'same' | 'no'

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

/** Undefined: nothing is staged for it. */
export const stagedOf = (staged: Staged, brandId: string, key: string): boolean | IntervalValue | undefined =>
  staged.get(brandId)?.get(key)

export const rowsOf = (models: readonly BrandModels[], intervals: readonly BrandInterval[]): Rows => {
  const byBrand = new Map(intervals.map((interval) => [interval.brandId, interval]))
  return new Map(
    models.flatMap((own) => {
      const interval = byBrand.get(own.brandId)
      return interval === undefined ? [] : [[own.brandId, { brandId: own.brandId, models: own, interval }] as const]
    }),
  )
}
