import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { waitAtMost } from '../base/background.ts'
import { type Clock, dayNumber } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Desk, Emit } from '../desk.ts'
import type { Store } from '../store/store.ts'
import type { BrandOutings } from './rules/outing.ts'

export type ImpactDeps = {
  readonly store: Store
  readonly clock: Clock
  readonly emit: Emit
  readonly subscribe: Desk['subscribe']
  readonly log: Log
  readonly brands: Pick<BrandBook, 'resolve' | 'get' | 'find'>
}

/** A list waits so long for brands that are to be worked out; the others follow in the background. */
const WAIT_MS = 1200

export const createImpact = ({ store, clock, emit, subscribe, log, brands }: ImpactDeps) => {
  const queue = new Set<string>()
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  let isClosing = false
  let stop = (): void => undefined

  const outingsOf = (brandIds: readonly string[]): Promise<BrandOutings[]> =>
    store.read('articles.outings', { brandIds })

  const workOut = async (brandId: string): Promise<void> => {
    try {
      for (const brand of await outingsOf([brandId])) await store.write('impact.save', brand)
      emit('changed', { brandIds: [brandId], datasets: ['impact'] })
    } catch (error) {
      if (brands.find(brandId) !== null) throw error // a removed brand has no rows to work out
    }
  }

  const workOutAll = async (): Promise<void> => {
    for (const brandId of queue) {
      if (isClosing) return
      queue.delete(brandId)
      await workOut(brandId)
    }
  }

  /** The brands of these that are to be worked out. They are, one after the other. */
  const refresh = async (brandIds: readonly string[]): Promise<readonly string[]> => {
    const stale = await store.read('impact.stale', { brands: await outingsOf(brandIds) })
    for (const brandId of stale) queue.add(brandId)
    if (stale.length > 0 && !isRunning) {
      isRunning = true
      running = workOutAll().finally(() => {
        isRunning = false
      })
    }
    return stale
  }

  const refreshAfterSync = (): void =>
    void refresh(brands.resolve('all'))
      .then(() => running)
      .catch((error: unknown) => log.warn({ err: error }, 'what followed the articles was not worked out'))

  const handlers: Pick<Handlers, 'impact.list' | 'impact.article'> = {
    'impact.list': async (input) => {
      const brandIds = brands.resolve(input.brandIds)
      await refresh(brandIds)
      await waitAtMost(clock, WAIT_MS, running)
      const waiting = brandIds.filter((id) => queue.has(id)).length
      return { ...(await store.read('impact.page', input)), waiting }
    },
    'impact.article': async ({ brandId, articleSlug, day }) => {
      const { name, id } = brands.get(brandId)
      const [brand] = await outingsOf([id])
      const outings = brand?.outings ?? []
      const found = await store.read('impact.article', { brandId: id, outings, slug: articleSlug, day: dayNumber(day) })
      if (found !== undefined) return found
      const message = `${name} published nothing under "${articleSlug}" on ${day}, as far as the desk knows.`
      throw new DeskError('not-found', message, { brandId: id })
    },
  }

  return {
    handlers,
    /** Works out after each sync what it changed, so that the list is there when it is opened. */
    start: (): void => {
      refreshAfterSync()
      stop = subscribe((event) => {
        if (event.name === 'sync.progress' && event.payload.run.endedAt !== null) refreshAfterSync()
      })
    },
    close: async (): Promise<void> => {
      isClosing = true
      stop()
      await running.catch(() => undefined)
    },
  }
}
