// Applies that were interrupted when the desk ended. The brands whose outcome is unknown are read again at the next start
// or by a sync; nothing more is sent until a person plans and applies the rest.
import type { UnfinishedApply } from '../../src-shared/desk/connectors.ts'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { mapConcurrently } from '../base/background.ts'
import { toInstant } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { RoomParts } from '../room.ts'
import { BRANDS_AT_ONCE } from './apply.ts'
import type { Catalogs } from './catalogs.ts'
import type { Planning } from './planning.ts'
import type { StoredApply, StoredApplyBrand } from './queries/connector-applies.ts'

export type UnfinishedDeps = Pick<RoomParts, 'store' | 'clock' | 'emit'> & {
  readonly brands: Pick<BrandBook, 'find'>
  readonly catalogs: Pick<Catalogs, 'read'>
  readonly planning: Pick<Planning, 'planRest'>
}

type ReportedBrand = UnfinishedApply['brands'][number]

const stateOf = ({ state, result }: StoredApplyBrand): ReportedBrand['state'] => {
  if (result !== null) return result.state
  return state === 'sending' ? 'unknown' : 'not-sent'
}

const isDone = (state: ReportedBrand['state']): boolean => state === 'applied' || state === 'unchanged'

const toReportedBrand = (brand: StoredApplyBrand): ReportedBrand => ({
  brandId: brand.brandId,
  state: stateOf(brand),
  changes: brand.changes.filter(({ from, to }) => from !== to),
  applied: brand.result?.applied ?? [],
  error: brand.result?.error ?? null,
})

/** A brand that needed no change is reported only where its values had moved. */
const isReported = ({ changes, state }: ReportedBrand): boolean =>
  changes.length > 0 || !['unchanged', 'not-sent'].includes(state)

const toUnfinishedApply = ({ id, begunAtMs, cutOffAtMs, brands }: StoredApply): UnfinishedApply => {
  const reported = brands.map(toReportedBrand).filter(isReported)
  return {
    applyId: id,
    begunAt: toInstant(begunAtMs),
    state: cutOffAtMs === null ? 'running' : 'cut-off',
    done: reported.filter(({ state }) => isDone(state)).length,
    total: reported.length,
    brands: reported,
  }
}

export const createUnfinished = ({ store, clock, brands, catalogs, planning, emit }: UnfinishedDeps) => {
  const list = () => store.read('connectors.applies', {})

  /** Throws not-found, and conflict while it runs. */
  const cutOff = async (applyId: string): Promise<StoredApply> => {
    const apply = (await list()).find(({ id }) => id === applyId)
    if (apply === undefined)
      throw new DeskError('not-found', 'This apply has nothing left. The rest was applied or dismissed.')
    if (apply.cutOffAtMs !== null) return apply
    throw new DeskError('conflict', 'This plan is still being applied. Wait until it ends.')
  }

  /** A brand that cannot be read stays unknown until a sync reads it. */
  const readUnknown = async (applies: readonly StoredApply[]): Promise<void> => {
    const open = applies.filter(({ cutOffAtMs }) => cutOffAtMs !== null)
    const unknown = open.flatMap((apply) => apply.brands.filter((brand) => stateOf(brand) === 'unknown'))
    const brandIds = new Set(unknown.map(({ brandId }) => brandId).filter((brandId) => brands.find(brandId) !== null))
    await mapConcurrently(brandIds, BRANDS_AT_ONCE, (brandId) => catalogs.read(brandId).catch(() => undefined))
  }

  const handlers: Pick<Handlers, 'connectors.unfinished' | 'connectors.planRest' | 'connectors.dropRest'> = {
    'connectors.unfinished': async () => ({ applies: (await list()).map(toUnfinishedApply) }),
    'connectors.planRest': async ({ applyId }) => {
      await readUnknown([await cutOff(applyId)])
      const rest = (await cutOff(applyId)).brands.filter((brand) => !isDone(stateOf(brand)))
      const cells = rest
        .filter(({ brandId }) => brands.find(brandId) !== null)
        .flatMap(({ brandId, changes }) => changes.map(({ tool, to }) => ({ brandId, tool, value: to })))
      return planning.planRest(cells, applyId)
    },
    'connectors.dropRest': async ({ applyId }) => {
      await cutOff(applyId)
      await store.write('connectors.endApply', { applyId })
      emit('changed', { brandIds: 'all', datasets: ['applies'] })
      return { applyId }
    },
  }

  return {
    handlers,
    /** Before anything is applied: an apply that is on disk now was interrupted when the desk ended. */
    find: () => store.write('connectors.cutOff', { atMs: clock.now() }),
    read: async () => readUnknown(await list()),
  }
}
