import type { AppliedBrand, MatrixBrand, Plan, Preset, UnfinishedApply } from '../../src-shared/desk/connectors.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { DeskErrorValue, Reply } from '../../src-shared/desk/errors.ts'
import { ask } from '../data/desk.ts'
import { plural } from '../format/numbers.ts'
import { byName, useBrands } from './brands.ts'
import {
  countStaged,
  NOTHING_STAGED,
  nowIn,
  type Wish,
  wishesOf,
  withoutBrands,
  withoutCells,
  withWishes,
} from './connector-staging.ts'
import { notify, orNotify } from './notices.ts'
import { createScopedStore } from './scoped-store.ts'
import { cellsIn, cellsOutside, createStagedStore } from './staged-cells.ts'
import { notifyWithUndo } from './undo.tsx'

type Step = 'edit' | 'review' | 'applied'
type Progress = { readonly planId: string; readonly done: number; readonly total: number }

type Review = {
  readonly step: Step
  readonly plan: Plan | null
  /** A title for a plan that was not made of staged changes. */
  readonly planTitle: string | null
  readonly isBusy: boolean
  readonly error: DeskErrorValue | null
  readonly progress: Progress | null
  readonly results: readonly AppliedBrand[]
}

const START: Review = {
  step: 'edit',
  plan: null,
  planTitle: null,
  isBusy: false,
  error: null,
  progress: null,
  results: [],
}

const { set: setStaged, now: stagedNow, useInScope: useStaged } = createStagedStore(NOTHING_STAGED)
const reviews = createScopedStore(START)

export { useStaged }
export const useReview = reviews.use
export const reviewNow = reviews.get
export const hasStaged = (): boolean => cellsIn(stagedNow(), reviews.here().scope).size > 0

export const stage = (wishes: readonly Wish[], brands: readonly MatrixBrand[]): void =>
  setStaged(withWishes(stagedNow(), wishes, nowIn(brands)))

export const unstage = (cells: readonly { readonly brandId: string; readonly tool: string }[]): void =>
  setStaged(withoutCells(stagedNow(), cells))

export const discardStaged = (brands: readonly MatrixBrand[]): void => {
  const { scope, set } = reviews.here()
  const staged = cellsIn(stagedNow(), scope)
  const { changes } = countStaged(staged, brands)
  setStaged(cellsOutside(stagedNow(), scope))
  set({ step: 'edit', plan: null, error: null })
  const restore = () => setStaged(new Map([...stagedNow(), ...staged]))
  notifyWithUndo(`${plural(changes, 'change')} discarded`, restore, 'connectors.discard')
}

export const backToEditing = (): void => reviews.here().set({ step: 'edit', plan: null, planTitle: null, error: null })

/** Brands in order of their names. */
const inOrder = (plan: Plan): Plan => {
  const order = new Map(byName(useBrands.getState().list).map(({ id }, index) => [id, index]))
  const at = ({ brandId }: { readonly brandId: string }) => order.get(brandId) ?? order.size
  return { ...plan, brands: plan.brands.toSorted((a, b) => at(a) - at(b)) }
}

type Here = ReturnType<typeof reviews.here>

const takePlan = ({ set }: Here, reply: Reply<Plan>, planTitle: string | null): void => {
  if (reply.ok) set({ plan: inOrder(reply.value), planTitle, step: 'review', isBusy: false, error: null, results: [] })
  else set({ isBusy: false, error: reply.error })
}

/** Plans these changes alone, for review; what else is staged stays staged. */
export const reviewWishes = async (wishes: readonly Wish[], title: string | null): Promise<void> => {
  const here = reviews.here()
  if (wishes.length === 0 || here.get().isBusy) return
  here.set({ isBusy: true, error: null })
  takePlan(here, await ask('connectors.plan', { changes: [...wishes] }), title)
}

export const reviewStaged = (brands: readonly MatrixBrand[]): Promise<void> =>
  reviewWishes(wishesOf(cellsIn(stagedNow(), reviews.here().scope), nowIn(brands)), null)

/** Plans the same changes for these brands again, from newer permissions. The plan is reviewed again. */
export const replan = (brandIds: readonly string[], title: string): Promise<void> => {
  const { plan } = reviews.get()
  const wishes = (plan?.brands ?? [])
    .filter(({ brandId }) => brandIds.includes(brandId))
    .flatMap(({ brandId, changes }) => changes.map(({ tool, to }) => ({ brandId, tool, value: to })))
  return reviewWishes(wishes, title)
}

export const reviewRevert = async (input: CallInput<'connectors.revert'>, title: string): Promise<void> => {
  const here = reviews.here()
  const reply = await orNotify('The revert could not be planned', ask('connectors.revert', input))
  if (!reply.ok) return
  if (reply.value.brands.length === 0)
    notify({ title: 'Nothing to revert', message: 'The permissions already match this version.' })
  else takePlan(here, reply, title)
}

/** Plans the rest of an interrupted apply. The desk first reads again what is unknown of it. */
export const reviewRest = async ({ applyId }: Pick<UnfinishedApply, 'applyId'>): Promise<void> => {
  const here = reviews.here()
  if (here.get().isBusy) return
  here.set({ isBusy: true })
  const reply = await orNotify('The rest could not be planned', ask('connectors.planRest', { applyId }))
  here.set({ isBusy: false })
  if (!reply.ok) return
  if (reply.value.brands.length > 0) takePlan(here, reply, 'The rest of the interrupted apply')
  else {
    notify({ title: 'Nothing left to apply', message: 'Every brand has the planned permissions.' })
    await dismissRest(applyId)
  }
}

export const dismissRest = (applyId: string) =>
  orNotify('It could not be dismissed', ask('connectors.dropRest', { applyId }))

const SETTLED: readonly AppliedBrand['state'][] = ['applied', 'unchanged']

export const applyPlan = async (): Promise<void> => {
  const { get, set } = reviews.here()
  const { plan, isBusy } = get()
  if (plan === null || isBusy) return
  const total = plan.brands.filter(({ changes }) => changes.length > 0).length
  set({ isBusy: true, error: null, progress: { planId: plan.planId, done: 0, total } })
  const reply = await ask('connectors.apply', { planId: plan.planId })
  if (!reply.ok) return set({ isBusy: false, error: reply.error, progress: null })
  const { results } = reply.value
  const settled = new Set(results.filter(({ state }) => SETTLED.includes(state)).map(({ brandId }) => brandId))
  const done = plan.brands
    .filter(({ brandId }) => settled.has(brandId))
    .flatMap(({ brandId, changes }) => changes.map(({ tool }) => ({ brandId, tool })))
  setStaged(withoutCells(stagedNow(), done))
  set({ isBusy: false, progress: null, results, step: 'applied' })
}

/** Closes the results. Failed changes stay staged if `isKept`. */
export const closeResults = (isKept: boolean): void => {
  const { get, set } = reviews.here()
  const all = new Set(get().results.map(({ brandId }) => brandId))
  if (!isKept) setStaged(withoutBrands(stagedNow(), all))
  set({ step: 'edit', plan: null, planTitle: null, results: [] })
}

export const followPlan = (progress: Progress): void =>
  reviews.setWhere((review) => review.progress?.planId === progress.planId, { progress })

export const savePreset = async (input: CallInput<'connectors.savePreset'>): Promise<Reply<Preset>> => {
  const reply = await ask('connectors.savePreset', input)
  if (reply.ok) notify({ title: `Preset “${reply.value.name}” saved` })
  return reply
}

export const removePreset = async ({ id }: Pick<Preset, 'id'>): Promise<void> => {
  const reply = await orNotify('The preset was not removed', ask('connectors.removePreset', { id }))
  if (!reply.ok) return
  const { name, permissions } = reply.value
  notifyWithUndo(`Preset “${name}” removed`, () => {
    void orNotify(`Preset “${name}” could not be restored`, ask('connectors.savePreset', { name, permissions }))
  })
}

/** Drift is counted from now on. */
export const markSeen = (brandIds: CallInput<'connectors.seen'>['brandIds']) =>
  orNotify('It was not marked as seen', ask('connectors.seen', { brandIds }))

export const previewSync = (input: CallInput<'connectors.previewSync'>) => ask('connectors.previewSync', input)
export const setSync = (input: CallInput<'connectors.setSync'>) => ask('connectors.setSync', input)
