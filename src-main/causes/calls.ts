import type { Handlers } from '../../src-shared/desk/contract.ts'
import { waitAtMost } from '../base/background.ts'
import { dayFromNumber } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Desk } from '../desk.ts'
import type { RoomParts } from '../room.ts'
import type { StaleBrands } from './queries/save-causes.ts'

export type CauseDeps = RoomParts & {
  readonly subscribe: Desk['subscribe']
  readonly brands: Pick<BrandBook, 'resolve' | 'get' | 'find'>
}

/** A list waits so long for brands that are not worked out; it says how many are left. */
const WAIT_MS = 150
/** The first pass works with what was known of the other brands; the second knows of breaks that it found. */
const PASSES = 2

const countOf = (kinds: readonly StaleBrands[]): number => kinds.reduce((sum, { stale }) => sum + stale.length, 0)

export const createCauses = ({ store, clock, emit, subscribe, log, brands }: CauseDeps) => {
  const closing = new AbortController()
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let stop = (): void => undefined

  const workOut = async (brandIds: readonly string[]): Promise<void> => {
    for (let pass = 0; pass < PASSES && !closing.signal.aborted; pass += 1) {
      const kinds = await store.read('causes.stale', { brandIds })
      const stale = kinds.flatMap((kind) => kind.stale)
      if (stale.length === 0) return
      for (const { portfolio, stale: ofKind } of kinds)
        for (const brandId of ofKind) {
          if (closing.signal.aborted) return
          if (brands.find(brandId) !== null) await store.write('causes.save', { brandId, portfolio })
        }
      emit('changed', { brandIds: stale, datasets: ['causes'] })
    }
  }

  /** All brands, one after the other: a break is found in all of them together. */
  const workOutAll = async (): Promise<void> => {
    try {
      do {
        isAskedAgain = false
        await workOut(brands.resolve('all'))
      } while (isAskedAgain && !closing.signal.aborted)
    } finally {
      running = undefined
    }
  }

  const refresh = (): Promise<void> => {
    isAskedAgain = running !== undefined
    running ??= workOutAll().catch((error: unknown) => log.warn({ err: error }, 'causes were not worked out'))
    return running
  }

  const staleOf = async (brandIds: readonly string[]) => countOf(await store.read('causes.stale', { brandIds }))

  const handlers: Pick<Handlers, 'causes.list' | 'causes.forKeyword'> = {
    'causes.list': async (input) => {
      const brandIds = brands.resolve(input.brandIds)
      // One brand is worked out before the answer.
      if (brandIds.length === 1) await workOut(brandIds)
      else if ((await staleOf(brandIds)) > 0) await waitAtMost(clock, WAIT_MS, refresh())
      const kinds = await store.read('causes.stale', { brandIds })
      return {
        ...(await store.read('causes.page', input)),
        waiting: countOf(kinds),
        breaks: kinds
          .flatMap(({ portfolio }) => portfolio.breaks)
          .map(({ firstDay, brandIds: fell, of }) => ({ since: dayFromNumber(firstDay), fell: fell.size, of })),
      }
    },
    'causes.forKeyword': async ({ brandId, keyword }) => {
      const { id } = brands.get(brandId)
      await workOut([id])
      return store.read('causes.keyword', { brandId: id, keyword })
    },
  }

  return {
    handlers,
    /** Works out after each sync what it changed. */
    start: (): void => {
      void refresh()
      stop = subscribe((event) => {
        if (event.name === 'sync.progress' && event.payload.run.endedAt !== null) void refresh()
      })
    },
    close: async (): Promise<void> => {
      closing.abort()
      stop()
      await Promise.allSettled([running])
    },
  }
}
