// One change of a model or an interval. A change that cannot succeed by what was just read is refused before anything is
// sent; a 403 or 404 that still comes is explained by its meaning here.
import { DeskError, type DeskErrorValue } from '../../src-shared/desk/errors.ts'
import type { VisibilityResult } from '../../src-shared/desk/visibility.ts'
import type { RoomParts } from '../room.ts'
import type { ServiceClient } from '../service-client/client.ts'
import {
  intervalNote,
  NEXT_REFRESH,
  noAccess,
  notAllowed,
  outOfPlan,
  refused,
  unknownModel,
  wrongModelPath,
} from './labels.ts'
import type { AiModel, RefreshInterval } from './queries/ai-visibility.ts'

export type ModelChange = { readonly brandId: string; readonly modelId: string; readonly isActive: boolean }
export type IntervalChange = { readonly brandId: string; readonly interval: 30 | 15 | 7 | 3 | 1 | null }
export type Change = ModelChange | IntervalChange

export const isModelChange = (change: Change): change is ModelChange => 'modelId' in change

/** A brand and what was read for it just now; null where that is not offered. */
export type BrandState = {
  readonly brand: { readonly id: string; readonly name: string }
  readonly teamId: string
  models: readonly AiModel[] | null
  interval: RefreshInterval | null
  /** A read was forbidden: a 403 to a change then says nothing about the plan. */
  readonly isBarred: boolean
}

export type Outcome = Pick<VisibilityResult, 'state' | 'error' | 'note'>

const done = (state: 'applied' | 'unchanged', note: string | null): Outcome => ({ state, error: null, note })
export const notDone = (state: 'refused' | 'failed', error: DeskErrorValue): Outcome => ({ state, error, note: null })

/** The models after the change. */
const withModel = (models: readonly AiModel[] | null, { modelId, isActive }: ModelChange): readonly AiModel[] | null =>
  models?.map((model) => (model.modelId === modelId ? { ...model, isActive } : model)) ?? null

export type ApplyChangeDeps = Pick<RoomParts, 'store' | 'clock'> & {
  readonly client: Pick<ServiceClient, 'request'>
}

/** Rejects with a DeskError for other errors than a refusal. Applied changes are in `state` afterwards. */
export const createApplyChange = ({ store, client, clock }: ApplyChangeDeps) => {
  const setModel = async (state: BrandState, change: ModelChange): Promise<Outcome> => {
    const { brand, teamId, models } = state
    const { modelId, isActive } = change
    const model = models?.find((one) => one.modelId === modelId)
    const name = model?.name ?? modelId
    if (models !== null && model === undefined) return notDone('refused', unknownModel(brand, modelId))
    if (model?.isActive === isActive) return done('unchanged', null)
    if (isActive && model?.canEnable === false) return notDone('refused', outOfPlan(brand, name))
    try {
      const request = { path: { modelId }, body: { teamId, isActive } }
      await client.request('aiModels.update', request, { brandId: brand.id })
      state.models = withModel(models, change)
      return done('applied', NEXT_REFRESH)
    } catch (error) {
      if (!(error instanceof DeskError)) throw error
      if (error.kind === 'forbidden' && state.isBarred && models === null) throw noAccess(brand, error.detail)
      if (error.kind === 'forbidden' && isActive)
        return models === null
          ? notDone('refused', refused(brand, `to enable ${name}`, error.detail))
          : notDone('refused', outOfPlan(brand, name, error.detail))
      if (error.kind === 'not-found')
        return notDone(
          'failed',
          wrongModelPath(brand, name, { isListed: model !== undefined, detail: error.detail ?? {} }),
        )
      throw error
    }
  }

  const setInterval = async (state: BrandState, { interval }: IntervalChange): Promise<Outcome> => {
    const { brand, teamId, interval: now } = state
    if (now !== null && now.customInterval === interval) return done('unchanged', null)
    const allowed = now?.allowedIntervals ?? null
    if (interval !== null && allowed !== null && !allowed.includes(interval))
      return notDone('refused', notAllowed(brand, interval, { allowed }))
    try {
      const request = { body: { teamId, interval } }
      const reply = await client.request('aiModels.setRefreshInterval', request, { brandId: brand.id })
      const { success: _, ...after } = reply
      await store.write('visibility.saveInterval', { brandId: brand.id, interval: after, fetchedAtMs: clock.now() })
      state.interval = after
      return done('applied', intervalNote(after))
    } catch (error) {
      if (!(error instanceof DeskError) || error.kind !== 'forbidden') throw error
      if (state.isBarred && now === null) throw noAccess(brand, error.detail)
      return notDone('refused', notAllowed(brand, interval, { allowed, detail: error.detail ?? {} }))
    }
  }

  return (state: BrandState, change: Change): Promise<Outcome> =>
    isModelChange(change) ? setModel(state, change) : setInterval(state, change)
}
