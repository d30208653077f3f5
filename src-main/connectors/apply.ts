import type { AppliedBrand, ToolChange } from '../../src-shared/desk/connectors.ts'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { mapConcurrently } from '../base/background.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { asDeskError } from '../desk.ts'
import type { RoomParts } from '../room.ts'
import type { ApplyBrand, Turn } from './apply-brand.ts'
import type { Catalogs } from './catalogs.ts'
import { createOwnLists, type OwnLists } from './own-lists.ts'
import type { Planning } from './planning.ts'
import type { StoredPlanBrand } from './queries/connector-plans.ts'
import type { Reach } from './reach.ts'

export type ApplyDeps = RoomParts & {
  readonly brands: Pick<BrandBook, 'find'>
  readonly catalogs: Pick<Catalogs, 'read'>
  readonly planning: Pick<Planning, 'begin'>
  readonly reach: Reach
  readonly applyBrand: ApplyBrand
  /** Aborted when the desk closes: no further brand is begun. */
  readonly closing: AbortSignal
}

export const BRANDS_AT_ONCE = 6

type Reported = AppliedBrand & { readonly isSynced: boolean }

const hasChanges = ({ changes }: StoredPlanBrand): boolean => changes.some(({ from, to }) => from !== to)

/** A brand that needed no change and still needs none is not reported. */
const isReported = ({ brandId, state }: AppliedBrand, changing: ReadonlySet<string>): boolean =>
  changing.has(brandId) || state !== 'unchanged'

export const createApply = (deps: ApplyDeps): Handlers['connectors.apply'] => {
  const { store, brands, catalogs, planning, reach, applyBrand, clock, emit, log, closing } = deps

  /**
   * Brands that follow a shared list are changed one after the other, so that each sees what the one before it changed.
   * Rejects with the first error once all work under way has ended; no brand is begun after it.
   */
  const inLanes = async (
    planned: readonly StoredPlanBrand[],
    apply: (brand: StoredPlanBrand) => Promise<void>,
  ): Promise<void> => {
    const alone = planned.filter(({ isOrganizationWide }) => !isOrganizationWide).map((brand) => [brand])
    const shared = planned.filter(({ isOrganizationWide }) => isOrganizationWide)
    const lanes = shared.length === 0 ? alone : [shared, ...alone]
    const faults: unknown[] = []
    const work = async (lane: readonly StoredPlanBrand[]) => {
      try {
        for (const brand of lane) if (faults.length === 0) await apply(brand)
      } catch (error) {
        faults.push(error)
      }
    }
    await mapConcurrently(lanes, BRANDS_AT_ONCE, work)
    if (faults.length > 0) throw faults[0]
  }

  /** A change of a shared list reaches brands that are not in the plan: they are read again, as changed by this desk. */
  const readFollowers = async (applied: readonly Reported[], own: OwnLists): Promise<void> => {
    const wide = applied.filter(({ isSynced, applied: cells }) => isSynced && cells.length > 0)
    if (wide.length === 0) return
    // Of the changed brands, only the last one was read after all changes.
    const earlier = wide.slice(0, -1).map(({ brandId }) => brandId)
    const followers = [...(await reach.followersOf(wide.map(({ brandId }) => brandId))), ...earlier]
    // What fails here is read with the next sync.
    const follow = (brandId: string) => catalogs.read(brandId, (now) => own.cellsOf(brandId, now))
    await mapConcurrently(followers, BRANDS_AT_ONCE, (brandId) => follow(brandId).catch(() => undefined))
  }

  /** Applies one brand and stores its outcome; null where the desk ended first, so that the outcome is unknown. */
  const applyOne = async (turn: Omit<Turn, 'noteSending'>, applyId: string): Promise<Reported | null> => {
    const { brandId } = turn.planned
    const noteSending = (sent: readonly ToolChange[]) =>
      store.write('connectors.noteSending', { applyId, brandId, sent })
    const reported = await applyBrand({ ...turn, noteSending }).catch((error: unknown) => {
      log.error({ err: error, brandId }, 'a plan of permissions failed with an unexpected error')
      const failed = { state: 'failed' as const, applied: [], moved: [], error: asDeskError(error).toValue() }
      return { brandId, ...failed, isSynced: false }
    })
    if (reported.error?.kind === 'cancelled') return null
    const { brandId: _, isSynced: __, ...result } = reported
    await store.write('connectors.endApplyOf', { applyId, brandId, result })
    return reported
  }

  /** The disk refused a part of it: it is kept like an apply that was interrupted when the desk ended. */
  const leaveToPerson = (applyId: string): Promise<void> =>
    store.write('connectors.cutOff', { atMs: clock.now(), applyId }).catch((error: unknown) => {
      log.error({ err: error }, 'a failed apply is listed as running until the next start')
    })

  return async ({ planId, accept }) => {
    const plan = await planning.begin(planId)
    const planned = plan.brands.filter(({ brandId }) => brands.find(brandId) !== null)
    const results: Reported[] = []
    const own = createOwnLists(await reach.organizations())
    const accepted = { isMoveAccepted: accept.includes('moved'), isWideAccepted: accept.includes('organisation') }
    const notify = () => emit('connectors.progress', { planId, done: results.length, total: planned.length })
    notify()
    try {
      await inLanes(planned, async (brand) => {
        if (closing.aborted) return
        const result = await applyOne({ planned: brand, ...accepted, own }, planId)
        if (result === null) return
        results.push(result)
        notify()
      })
      if (!closing.aborted) {
        await readFollowers(results, own)
        await store.write('connectors.endApply', { applyId: planId })
      }
    } catch (error) {
      await leaveToPerson(planId)
      throw error
    } finally {
      if (!closing.aborted) notify() // it has ended: it is not listed as running any more
    }
    const changing = new Set(planned.filter(hasChanges).map(({ brandId }) => brandId))
    const order = new Map(planned.map(({ brandId }, index) => [brandId, index]))
    const sorted = results.toSorted((left, right) => (order.get(left.brandId) ?? 0) - (order.get(right.brandId) ?? 0))
    return {
      results: sorted.filter((result) => isReported(result, changing)).map(({ isSynced: _, ...result }) => result),
    }
  }
}
