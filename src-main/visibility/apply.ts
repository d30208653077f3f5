import type { Brand } from '../../src-shared/desk/brands.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { VisibilityResult } from '../../src-shared/desk/visibility.ts'
import { mapConcurrently } from '../base/background.ts'
import type { KeyWatch } from '../brands/key-watch.ts'
import { asDeskError, type Emit } from '../desk.ts'
import {
  type ApplyChangeDeps,
  type BrandState,
  type Change,
  createApplyChange,
  isModelChange,
  notDone,
  type Outcome,
} from './apply-change.ts'
import { keepVersion } from './keep-version.ts'
import type { AiModel, RefreshInterval } from './queries/ai-visibility.ts'

export type ApplyDeps = ApplyChangeDeps & {
  readonly emit: Emit
  readonly brandOf: (brandId: string) => Pick<Brand, 'id' | 'name' | 'teamId'>
  readonly watchKey: (brandId: string) => KeyWatch
  /** Models and interval were read, which counts as a sync of them. */
  readonly onRead: (brandId: string, models: number) => Promise<void>
}

const BRANDS_AT_ONCE = 6

/** Reading serves to refuse early: where the service does not offer it, the change is sent all the same. */
const NOT_OFFERED: ReadonlySet<string> = new Set(['not-found', 'forbidden', 'bad-response', 'service'])

type Reading<Value> = { readonly value: Value | null; readonly isForbidden: boolean }
const NOT_READ = { value: null, isForbidden: false }

const readIfOffered = async <Value>(work: Promise<Value>): Promise<Reading<Value>> => {
  try {
    return { value: await work, isForbidden: false }
  } catch (error) {
    if (!(error instanceof DeskError) || !NOT_OFFERED.has(error.kind)) throw error
    return { value: null, isForbidden: error.kind === 'forbidden' }
  }
}

/** Applies staged changes, several brands at a time and each brand's in their order; one that fails stops no other. */
export const createVisibilityApply = (deps: ApplyDeps) => {
  const { store, client, clock, emit, brandOf, watchKey, onRead } = deps
  const applyChange = createApplyChange(deps)

  const readModels = async (brandId: string, teamId: string): Promise<readonly AiModel[]> => {
    const { models } = await client.request('aiModels.list', { query: { teamId } }, { brandId })
    await store.write('visibility.saveModels', { brandId, models, fetchedAtMs: clock.now() })
    return models
  }
  const readInterval = async (brandId: string, teamId: string): Promise<RefreshInterval> => {
    const interval = await client.request('aiModels.refreshInterval', { query: { teamId } }, { brandId })
    await store.write('visibility.saveInterval', { brandId, interval, fetchedAtMs: clock.now() })
    return interval
  }

  const hasFailed = async (brandId: string): Promise<boolean> => {
    const rows = await store.read('freshness.list', { brandIds: [brandId] })
    return rows.some(({ dataset, error }) => dataset === 'visibility' && error !== null)
  }

  const begin = async (brandId: string, changes: readonly Change[]): Promise<BrandState> => {
    const { id, name, teamId } = brandOf(brandId)
    if (teamId === null)
      throw new DeskError('unauthorized', `${name}: its team is unknown. Check its key first.`, { brandId })
    // After a failed sync both are read, so that the shown error can be cleared.
    const isMending = await hasFailed(brandId)
    const hasModels = isMending || changes.some(isModelChange)
    const hasInterval = isMending || changes.some((change) => !isModelChange(change))
    const models = hasModels ? await readIfOffered(readModels(brandId, teamId)) : NOT_READ
    const interval = hasInterval ? await readIfOffered(readInterval(brandId, teamId)) : NOT_READ
    if (models.value !== null && interval.value !== null) await onRead(brandId, models.value.length)
    const isBarred = models.isForbidden || interval.isForbidden
    return { brand: { id, name }, teamId, models: models.value, interval: interval.value, isBarred }
  }

  /** An error as a result; the brand's key state follows it. */
  const failed = async (brandId: string, error: unknown): Promise<Outcome> => {
    await watchKey(brandId).refused(error)
    return notDone('failed', asDeskError(error).toValue())
  }

  const applyBrand = async (brandId: string, changes: readonly Change[]): Promise<ReadonlyMap<Change, Outcome>> => {
    const outcomes = new Map<Change, Outcome>()
    try {
      const state = await begin(brandId, changes)
      await keepVersion(store, brandId, false)
      for (const change of changes)
        outcomes.set(change, await applyChange(state, change).catch((error: unknown) => failed(brandId, error)))
      const isModelSet = changes.some((change) => isModelChange(change) && outcomes.get(change)?.state === 'applied')
      if (isModelSet) await readModels(brandId, state.teamId).catch(() => undefined) // else the next sync reads it
      await keepVersion(store, brandId, true)
    } catch (error) {
      const outcome = await failed(brandId, error)
      for (const change of changes) if (!outcomes.has(change)) outcomes.set(change, outcome)
    }
    emit('changed', { brandIds: [brandId], datasets: ['visibility'] })
    return outcomes
  }

  /** One result per change, in their order. */
  return async (changes: readonly Change[]): Promise<VisibilityResult[]> => {
    const byBrand = Map.groupBy(changes, ({ brandId }) => brandId)
    const ends = await mapConcurrently(byBrand, BRANDS_AT_ONCE, ([brandId, own]) => applyBrand(brandId, own))
    const outcomes = new Map(ends.flatMap((end) => [...end]))
    return changes.flatMap((change) => {
      const outcome = outcomes.get(change)
      const modelId = isModelChange(change) ? change.modelId : null
      return outcome === undefined ? [] : [{ brandId: change.brandId, modelId, ...outcome }]
    })
  }
}
