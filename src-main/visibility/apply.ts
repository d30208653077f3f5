// Staged changes of models and intervals. What could not succeed by a fresh reading is refused before anything is sent;
// a 403 or 404 that comes all the same is told as what it means. One brand that fails stops none.
import PQueue from 'p-queue'
import { DeskError, type DeskErrorValue } from '../../src-shared/desk/errors.ts'
import type { VisibilityResult } from '../../src-shared/desk/visibility.ts'
import type { Clock } from '../clock.ts'
import { asDeskError, type Emit } from '../desk.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { AiModel, RefreshInterval } from '../store/queries/ai-visibility.ts'
import type { Store } from '../store/store.ts'
import type { KeyWatch } from '../sync/key-watch.ts'
import { intervalNote, NEXT_REFRESH, notAllowed, outOfPlan, unknownModel } from './words.ts'

export type Change =
  | { readonly brandId: string; readonly modelId: string; readonly isActive: boolean }
  | { readonly brandId: string; readonly interval: 30 | 15 | 7 | 3 | 1 | null }
type ModelChange = Extract<Change, { modelId: string }>
type IntervalChange = Exclude<Change, ModelChange>

export type VisibilityBrand = { readonly id: string; readonly name: string; readonly teamId: string | null }

export type ApplyDeps = {
  readonly store: Store
  readonly client: Pick<ServiceClient, 'request'>
  readonly clock: Clock
  readonly emit: Emit
  readonly brandOf: (brandId: string) => VisibilityBrand
  readonly watchKey: (brandId: string) => KeyWatch
}

/** A brand's turn: whom to ask, and what was read for it just now; null where that is not offered. */
type Turn = {
  readonly brand: VisibilityBrand
  readonly teamId: string
  models: readonly AiModel[] | null
  interval: RefreshInterval | null
}

const BRANDS_AT_ONCE = 6

const isModel = (change: Change): change is ModelChange => 'modelId' in change
const modelIdOf = (change: Change): string | null => (isModel(change) ? change.modelId : null)

type Outcome = Pick<VisibilityResult, 'state' | 'error' | 'note'>
const done = (state: 'applied' | 'unchanged', note: string | null): Outcome => ({ state, error: null, note })
const not = (state: 'refused' | 'failed', error: DeskErrorValue): Outcome => ({ state, error, note: null })

/** A reading that only tells what is known already: without it the change is sent, and the service decides. */
const isOptional = (error: unknown): boolean =>
  error instanceof DeskError && ['not-found', 'forbidden', 'bad-response', 'service'].includes(error.kind)

const orNull = async <Value>(work: Promise<Value>): Promise<Value | null> => {
  try {
    return await work
  } catch (error) {
    if (isOptional(error)) return null
    throw error
  }
}

export const createVisibilityApply = ({ store, client, clock, emit, brandOf, watchKey }: ApplyDeps) => {
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

  const setModel = async ({ brand, teamId, models }: Turn, { modelId, isActive }: ModelChange): Promise<Outcome> => {
    const model = models?.find((one) => one.modelId === modelId)
    const name = model?.name ?? modelId
    if (models !== null && model === undefined) return not('refused', unknownModel(brand, modelId))
    if (model?.isActive === isActive) return done('unchanged', null)
    if (isActive && model?.canEnable === false) return not('refused', outOfPlan(brand, name))
    try {
      const request = { path: { modelId }, body: { teamId, isActive } }
      await client.request('aiModels.update', request, { brandId: brand.id })
      return done('applied', NEXT_REFRESH)
    } catch (error) {
      if (!(error instanceof DeskError)) throw error
      if (error.kind === 'forbidden' && isActive) return not('refused', outOfPlan(brand, name, error.detail))
      if (error.kind === 'not-found') return not('failed', unknownModel(brand, modelId, error.detail))
      throw error
    }
  }

  const setInterval = async (turn: Turn, { interval }: IntervalChange): Promise<Outcome> => {
    const { brand, teamId, interval: now } = turn
    if (now !== null && now.customInterval === interval) return done('unchanged', null)
    const allowed = now?.allowedIntervals ?? null
    if (interval !== null && allowed !== null && !allowed.includes(interval))
      return not('refused', notAllowed(brand, interval, { allowed }))
    try {
      const request = { body: { teamId, interval } }
      const { success: _, ...after } = await client.request('aiModels.setRefreshInterval', request, {
        brandId: brand.id,
      })
      await store.write('visibility.saveInterval', { brandId: brand.id, interval: after, fetchedAtMs: clock.now() })
      turn.interval = after
      return done('applied', intervalNote(after))
    } catch (error) {
      if (!(error instanceof DeskError) || error.kind !== 'forbidden') throw error
      return not('refused', notAllowed(brand, interval, { allowed, detail: error.detail ?? {} }))
    }
  }

  const begin = async (brandId: string, changes: readonly Change[]): Promise<Turn> => {
    const brand = brandOf(brandId)
    if (brand.teamId === null)
      throw new DeskError('unauthorized', `${brand.name}: its team is not known yet. Check its key first.`, { brandId })
    const { teamId } = brand
    const hasModels = changes.some(isModel)
    const hasInterval = changes.some((change) => !isModel(change))
    const models = hasModels ? await orNull(readModels(brandId, teamId)) : null
    const interval = hasInterval ? await orNull(readInterval(brandId, teamId)) : null
    return { brand, teamId, models, interval }
  }

  /** What one change came to; the rest of the brand's go on. */
  const applyOne = async (turn: Turn, change: Change): Promise<Outcome> => {
    const key = watchKey(turn.brand.id)
    try {
      return await (isModel(change) ? setModel(turn, change) : setInterval(turn, change))
    } catch (error) {
      await key.refused(error)
      return not('failed', asDeskError(error).toValue())
    }
  }

  const applyBrand = async (brandId: string, changes: readonly Change[]): Promise<Map<Change, Outcome>> => {
    const key = watchKey(brandId)
    const outcomes = new Map<Change, Outcome>()
    try {
      const turn = await begin(brandId, changes)
      for (const change of changes) {
        const outcome = await applyOne(turn, change)
        outcomes.set(change, outcome)
        const isSent = isModel(change) && outcome.state === 'applied'
        if (isSent) turn.models = withModel(turn.models, change)
      }
      const isModelSent = changes.some((change) => isModel(change) && outcomes.get(change)?.state === 'applied')
      if (isModelSent) await readModels(brandId, turn.teamId).catch(() => undefined) // the next sync reads it
    } catch (error) {
      await key.refused(error)
      const value = asDeskError(error).toValue()
      for (const change of changes) if (!outcomes.has(change)) outcomes.set(change, not('failed', value))
    }
    emit('cache.changed', { brandId, tables: ['visibility'] })
    return outcomes
  }

  /** A result a change, in their order. */
  return async (changes: readonly Change[]): Promise<VisibilityResult[]> => {
    const queue = new PQueue({ concurrency: BRANDS_AT_ONCE })
    const byBrand = Map.groupBy(changes, ({ brandId }) => brandId)
    const outcomes = new Map<Change, Outcome>()
    await queue.addAll(
      [...byBrand].map(([brandId, own]) => async () => {
        for (const [change, outcome] of await applyBrand(brandId, own)) outcomes.set(change, outcome)
      }),
    )
    return changes.flatMap((change) => {
      const outcome = outcomes.get(change)
      return outcome === undefined ? [] : [{ brandId: change.brandId, modelId: modelIdOf(change), ...outcome }]
    })
  }
}

/** The models as they stand once the change was taken. */
const withModel = (models: readonly AiModel[] | null, { modelId, isActive }: ModelChange): readonly AiModel[] | null =>
  models?.map((model) => (model.modelId === modelId ? { ...model, isActive } : model)) ?? null
