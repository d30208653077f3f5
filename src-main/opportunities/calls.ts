import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Desk } from '../desk.ts'
import type { RoomParts } from '../room.ts'
import { workOut } from './work-out.ts'

export type OpportunityDeps = Pick<RoomParts, 'store' | 'log'> & {
  readonly subscribe: Desk['subscribe']
  readonly brands: Pick<BrandBook, 'resolve' | 'get'>
}

type OpportunityHandlers = Pick<Handlers, 'opportunities.page' | 'opportunities.brand' | 'opportunities.scenario'>

/** From the cache alone. */
export const createOpportunities = ({ store, subscribe, log, brands }: OpportunityDeps) => {
  let isClosed = false
  let stop = (): void => undefined
  let running: Promise<void> = Promise.resolve()

  const workOutStale = async (brandIds: readonly string[]): Promise<void> => {
    for (const stale of await store.read('opportunities.stale', { brandIds }))
      await workOut(store, stale, () => isClosed)
  }

  /** One after the other: a second call finds done what the first one did. */
  const refresh = (brandIds: readonly string[]): Promise<void> => {
    running = running.catch(() => undefined).then(() => workOutStale(brandIds))
    return running
  }

  const handlers: OpportunityHandlers = {
    'opportunities.page': async (input) => {
      await refresh(brands.resolve(input.brandIds))
      return store.read('opportunities.page', input)
    },
    'opportunities.brand': async (input) => {
      await refresh([brands.get(input.brandId).id])
      return store.read('opportunities.brand', input)
    },
    'opportunities.scenario': async (input) => {
      await refresh([brands.get(input.brandId).id])
      return store.read('opportunities.scenario', input)
    },
  }

  return {
    handlers,
    /** Works out after each sync what it changed, so that the list is there when it is opened. */
    start: (): void => {
      stop = subscribe((event) => {
        if (event.name !== 'sync.progress' || event.payload.run.endedAt === null) return
        refresh(brands.resolve('all')).catch((error: unknown) =>
          log.warn({ err: error }, 'opportunities were not worked out after a sync'),
        )
      })
    },
    close: async (): Promise<void> => {
      isClosed = true
      stop()
      await Promise.allSettled([running])
    },
  }
}
