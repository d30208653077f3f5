// The service does not report when background work (a discovery, a search for people) ends. The result of a paid action
// shows at once: its sites are marked, and the brand's prospects are read. While the work runs, they are polled with growing
// pauses. What runs is read from the cache and the ledger, so a restart continues it.

import type { DeskEvent } from '../../src-shared/desk/contract.ts'
import type { IntentKind } from '../../src-shared/desk/intents.ts'
import type { Dataset } from '../../src-shared/desk/sync.ts'
import { isStale } from '../../src-shared/desk/values/changes.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { RoomParts } from '../room.ts'
import type { Store } from '../store/store.ts'
import type { OutreachWatch } from './queries/outreach-watch.ts'

export type WatchDeps = Pick<RoomParts, 'clock' | 'emit' | 'log'> & {
  readonly store: Pick<Store, 'read' | 'write'>
  readonly book: Pick<BrandBook, 'list' | 'find'>
  readonly subscribe: (listener: (event: DeskEvent) => void) => () => void
  /** Reads datasets of a brand in the background; false if its service cannot be asked. */
  readonly refresh: (brandId: string, datasets: readonly Dataset[]) => boolean
}

type Watched = { seen: OutreachWatch | null; pauseMs: number; timer: AbortController | null; isAsked: boolean }

const FIRST_PAUSE_MS = 5_000
const PAUSE_MAX_MS = 120_000
/** The datasets that the watch reads. */
const READS = ['prospects', 'contacts'] as const
/** Other kinds change often and do not matter here. */
const PAID: ReadonlySet<IntentKind> = new Set<IntentKind>(['discover', 'findPeople'])

const isWorking = ({ running, finding, searching, isActNewer }: OutreachWatch): boolean =>
  running + finding + searching > 0 || isActNewer
const hasMoved = (one: OutreachWatch | null, other: OutreachWatch): boolean =>
  JSON.stringify(one) !== JSON.stringify(other)

export const createOutreachWatch = (deps: WatchDeps) => {
  const { store, book, clock, emit, log, subscribe, refresh } = deps
  const brands = new Map<string, Watched>()
  let isClosing = false

  const watchedOf = (brandId: string): Watched => {
    const known = brands.get(brandId)
    if (known !== undefined) return known
    const watched: Watched = { seen: null, pauseMs: FIRST_PAUSE_MS, timer: null, isAsked: false }
    brands.set(brandId, watched)
    return watched
  }

  const stop = (watched: Watched): void => {
    watched.timer?.abort()
    watched.timer = null
  }

  const wait = (brandId: string, watched: Watched): void => {
    stop(watched)
    const timer = new AbortController()
    watched.timer = timer
    clock.sleep(watched.pauseMs, timer.signal).then(
      () => poll(brandId, watched),
      () => undefined, // stopped
    )
  }

  const poll = (brandId: string, watched: Watched): void => {
    if (isClosing || watched.seen === null) return
    refresh(brandId, watched.seen.ended > 0 ? ['prospects', 'contacts'] : ['prospects'])
    watched.pauseMs = Math.min(watched.pauseMs * 2, PAUSE_MAX_MS)
    wait(brandId, watched)
  }

  /** An ended search may have found people: contacts and prospects are read at once. */
  const hasEnded = (before: OutreachWatch | null, now: OutreachWatch): boolean =>
    before !== null && (now.ended > before.ended || now.finding < before.finding || now.running < before.running)

  /** The service answered a paid action, and no listing was begun since then. */
  const isAnswered = (before: OutreachWatch | null, now: OutreachWatch): boolean =>
    before !== null && now.isActNewer && now.actMs > before.actMs

  const take = (brandId: string, now: OutreachWatch): void => {
    const watched = watchedOf(brandId)
    const before = watched.seen
    if (before !== null && before.ledger !== now.ledger) emit('changed', { brandIds: [brandId], datasets: ['credits'] })
    watched.seen = now
    if (hasEnded(before, now)) refresh(brandId, ['contacts', 'prospects'])
    else if (isAnswered(before, now)) refresh(brandId, ['prospects'])
    if (!isWorking(now) && now.ended === 0) stop(watched)
    else if (watched.timer === null || hasMoved(before, now)) {
      watched.pauseMs = FIRST_PAUSE_MS
      wait(brandId, watched)
    }
  }

  const look = async (brandId: string): Promise<void> => {
    const [now] = await store.read('outreach.watch', { brandIds: [brandId] })
    if (now !== undefined && !isClosing) take(brandId, now)
  }

  /** Many events at once cause one check, and one more if others follow. */
  const lookSoon = (brandId: string): void => {
    const watched = watchedOf(brandId)
    if (watched.isAsked || isClosing) return
    watched.isAsked = true
    queueMicrotask(() => {
      watched.isAsked = false
      look(brandId).catch((error: unknown) => {
        if (book.find(brandId) !== null) log.warn({ err: error, brandId }, 'outreach was not checked')
      })
    })
  }

  /** The sites of an answered search show as searched before any listing is read. */
  const showSearching = async (brandId: string): Promise<void> => {
    const marked = await store.write('prospects.showSearching', { brandId })
    if (marked > 0) emit('changed', { brandIds: [brandId], datasets: ['prospects'] })
  }

  const forget = (brandId: string): void => {
    const watched = brands.get(brandId)
    if (watched !== undefined) stop(watched)
    brands.delete(brandId)
  }

  const onEvent = (event: DeskEvent): void => {
    if (event.name === 'intents.changed' && PAID.has(event.payload.kind)) {
      const { brandId, kind } = event.payload
      if (kind === 'findPeople')
        showSearching(brandId).catch((error: unknown) =>
          log.warn({ err: error, brandId }, 'searched sites were not marked'),
        )
      lookSoon(brandId)
    }
    if (event.name !== 'changed') return
    if (event.payload.datasets.includes('brands'))
      for (const brandId of [...brands.keys()]) if (book.find(brandId) === null) forget(brandId)
    for (const { id } of book.list()) if (isStale({ reads: READS, brandIds: [id] }, event.payload)) lookSoon(id)
  }
  let unsubscribe = (): void => undefined

  return {
    /** Continues what was running at the last end. */
    start: (): void => {
      unsubscribe = subscribe(onEvent)
      const brandIds = book.list().map(({ id }) => id)
      store
        .read('outreach.watch', { brandIds })
        .then((all) => {
          for (const now of all) if (!isClosing) take(now.brandId, now)
        })
        .catch((error: unknown) => log.warn({ err: error }, 'outreach was not checked'))
    },
    close: (): void => {
      isClosing = true
      unsubscribe()
      for (const brandId of [...brands.keys()]) forget(brandId)
    },
  }
}
