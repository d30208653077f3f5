import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { ReadableDataset } from '../../src-shared/desk/datasets.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Change } from '../../src-shared/desk/values/changes.ts'
import { waitAtMost } from '../base/background.ts'
import { dayNumber } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Desk } from '../desk.ts'
import type { RoomParts } from '../room.ts'

export type ImpactDeps = RoomParts & {
  readonly subscribe: Desk['subscribe']
  readonly brands: Pick<BrandBook, 'resolve' | 'get' | 'find'>
}

/**
 * A list waits so long for brands that were not worked out since the desk started. For others it does not wait: it says that
 * they are.
 */
const WAIT_MS = 150

/**
 * A brand is worked out again after so many times the work that it was last, so that a new article among thousands every
 * second costs a hundredth of the thread that writes. One of few articles is worked out at once.
 */
const PAUSE_FACTOR = 100

/** What impact is worked out from. */
const INPUTS: readonly ReadableDataset[] = ['rankings', 'history', 'articles', 'deliveries', 'intents', 'brands']

export const createImpact = ({ store, clock, emit, subscribe, log, brands }: ImpactDeps) => {
  const queue = new Set<string>()
  /** Worked out in this run of the desk. */
  const known = new Set<string>()
  /** Lists wait for brands to become known. */
  const lists = new Map<string, PromiseWithResolvers<void>>()
  /** Of the known, the ones of which nothing changed since. */
  const fresh = new Set<string>()
  const readyMs = new Map<string, number>()
  /** A reply said that they wait: it is asked for again once they do not. */
  const saidWaiting = new Set<string>()
  const closing = new AbortController()
  let wake = new AbortController()
  let current: string | null = null
  let running: Promise<void> | undefined
  let stop = (): void => undefined

  const outdate = ({ brandIds, datasets }: Change): void => {
    if (!datasets.some((dataset) => INPUTS.includes(dataset))) return
    if (brandIds === 'all') fresh.clear()
    else for (const brandId of brandIds) fresh.delete(brandId)
  }

  /** Piece by piece, so that other writes come in between. */
  const save = async (brandId: string): Promise<void> => {
    let [isAnyChanged, isAllDone, totalMs] = [false, false, 0]
    while (!isAllDone && !closing.signal.aborted) {
      const { isDone, isChanged, workedMs } = await store.write('impact.save', { brandId })
      isAnyChanged ||= isChanged
      isAllDone = isDone
      totalMs += workedMs
    }
    readyMs.set(brandId, clock.monotonicMs() + PAUSE_FACTOR * totalMs)
    if (saidWaiting.delete(brandId) || isAnyChanged) emit('changed', { brandIds: [brandId], datasets: ['impact'] })
  }

  const workOut = async (brandId: string): Promise<void> => {
    queue.delete(brandId)
    current = brandId
    fresh.add(brandId) // what changes from here on makes it work again
    try {
      await save(brandId)
      known.add(brandId)
      lists.get(brandId)?.resolve()
      lists.delete(brandId)
    } catch (error) {
      fresh.delete(brandId)
      if (brands.find(brandId) !== null) throw error // a removed brand has no rows to work out
    } finally {
      current = null
    }
  }

  const whenKnown = (brandId: string): Promise<void> => {
    const list = lists.get(brandId) ?? Promise.withResolvers<void>()
    lists.set(brandId, list)
    return list.promise
  }

  const dueAt = (brandId: string): number => readyMs.get(brandId) ?? 0
  const nextOf = (ids: ReadonlySet<string>): string | undefined =>
    [...ids].find((brandId) => dueAt(brandId) <= clock.monotonicMs())

  /** Until a brand of the queue may be worked out, or another one is queued. */
  const untilDue = async (): Promise<void> => {
    wake = new AbortController()
    const signal = AbortSignal.any([closing.signal, wake.signal])
    const ms = Math.min(...Array.from(queue, dueAt)) - clock.monotonicMs()
    await clock.sleep(ms, signal).catch(() => undefined)
  }

  /** One after the other, those first that wait longest; a brand that was worked out just now is left for a while. */
  const workOutAll = async (): Promise<void> => {
    try {
      for (let next = nextOf(queue); queue.size > 0 && !closing.signal.aborted; next = nextOf(queue)) {
        if (next === undefined) await untilDue()
        else await workOut(next)
      }
    } finally {
      running = undefined // in the moment in which the queue is empty: the next brand starts it again
    }
  }

  /** Works out the brands of these of which something changed. */
  const refresh = async (brandIds: readonly string[]): Promise<void> => {
    const changed = brandIds.filter((brandId) => !fresh.has(brandId))
    if (changed.length === 0) return
    for (const brandId of changed) queue.add(brandId)
    wake.abort()
    running ??= workOutAll()
    await running
  }

  const refreshInBackground = (brandIds: readonly string[]): Promise<void> =>
    refresh(brandIds).catch((error: unknown) =>
      log.warn({ err: error }, 'what followed the articles was not worked out'),
    )

  const handlers: Pick<Handlers, 'impact.list' | 'impact.article'> = {
    'impact.list': async (input) => {
      const brandIds = brands.resolve(input.brandIds)
      void refreshInBackground(brandIds)
      const unknown = brandIds.filter((id) => !known.has(id))
      if (unknown.length > 0) await waitAtMost(clock, WAIT_MS, Promise.all(unknown.map(whenKnown)))
      const waiting = brandIds.filter((id) => queue.has(id) || id === current)
      for (const id of waiting) saidWaiting.add(id)
      return { ...(await store.read('impact.page', input)), waiting: waiting.length }
    },
    'impact.article': async ({ brandId, articleSlug, day }) => {
      const { name, id } = brands.get(brandId)
      const found = await store.read('impact.article', { brandId: id, slug: articleSlug, day: dayNumber(day) })
      if (found !== undefined) return found
      const message = `${name} published nothing under "${articleSlug}" on ${day}, as far as the desk knows.`
      throw new DeskError('not-found', message, { brandId: id })
    },
  }

  const stopListening = subscribe((event) => {
    if (event.name === 'changed') outdate(event.payload)
  })

  return {
    handlers,
    /** Works out after each sync what it changed, so that the list is there when it is opened. */
    start: (): void => {
      void refreshInBackground(brands.resolve('all'))
      stop = subscribe((event) => {
        if (event.name === 'sync.progress' && event.payload.run.endedAt !== null)
          void refreshInBackground(brands.resolve('all'))
      })
    },
    close: async (): Promise<void> => {
      closing.abort()
      stop()
      stopListening()
      await Promise.allSettled([running])
    },
  }
}
