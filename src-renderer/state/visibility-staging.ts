// What a person wants changed of AI models and refresh intervals and has not reviewed yet. Pure: a wish for what is so
// already is no wish, and one that the plan rules out is never staged.
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { BrandInterval, BrandModels } from '../../src-shared/desk/visibility.ts'

export type Change = CallInput<'visibility.apply'>['changes'][number]
export type IntervalValue = Extract<Change, { interval: unknown }>['interval']
/** By brand, then by model, or by INTERVAL. */
export type Staged = ReadonlyMap<string, ReadonlyMap<string, boolean | IntervalValue>>

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

/** What a change would be for this brand, by what was read last. */
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

export const withChanges = (staged: Staged, changes: readonly Change[], rows: Rows): Staged => {
  const next = new Map(staged)
  for (const change of changes) {
    const verdict = verdictOf(change, rows.get(change.brandId))
    if (verdict === 'no') continue
    const own = new Map(next.get(change.brandId))
    if (verdict === 'same') own.delete(keyOf(change))
    else own.set(keyOf(change), wantedBy(change))
    if (own.size === 0) next.delete(change.brandId)
    else next.set(change.brandId, own)
  }
  return next
}

const toChange = (brandId: string, key: string, value: boolean | IntervalValue): Change | null => {
  if (typeof value === 'boolean') return { brandId, modelId: key, isActive: value }
  return key === INTERVAL ? { brandId, interval: value } : null
}

/** What is still to be done: what came to be so meanwhile, or may not be any more, is left out. */
export const changesOf = (staged: Staged, rows: Rows): Change[] =>
  [...staged].flatMap(([brandId, own]) =>
    [...own].flatMap(([key, value]) => {
      const change = toChange(brandId, key, value)
      return change !== null && verdictOf(change, rows.get(brandId)) === 'change' ? [change] : []
    }),
  )

export const withoutChanges = (
  staged: Staged,
  done: readonly { brandId: string; modelId: string | null }[],
): Staged => {
  const next = new Map(staged)
  for (const { brandId, modelId } of done) {
    const own = new Map(next.get(brandId))
    own.delete(modelId ?? INTERVAL)
    if (own.size === 0) next.delete(brandId)
    else next.set(brandId, own)
  }
  return next
}

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
