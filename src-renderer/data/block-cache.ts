// Rows of one query, held as a bounded number of blocks. Invariants: a reply to an older query never shows; rows stay on
// screen until their replacement is complete, but never under another scope's name; at most a few requests run at once,
// rows in view first. Rows of earlier queries and rows read ahead are reused until a change makes them stale. Stale rows
// that were read ahead are dropped; stale rows that were seen are shown and reloaded.
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import { type CacheState, createBlockLoader } from './block-loader.ts'
import type { BlockQuery, BlockReply } from './block-query.ts'
import {
  createKeptEditions,
  type Edition,
  evict,
  isComplete,
  newEdition,
  rowsInView,
  updateInPlace,
} from './editions.ts'

/**
 * What a change did to the rows in view, by their keys. `arrival`: a row is new before one that was there, or their order
 * changed. `departure`: some are gone, and the rest moved up.
 */
export const moveOf = (before: readonly string[], after: readonly string[]): 'none' | 'departure' | 'arrival' => {
  if (before.every((key, index) => after[index] === key)) return 'none'
  const known = new Set(before)
  const still = new Set(after.filter((key) => known.has(key)))
  const isReplaced = still.size === 0 && after.length > 0
  const firstNew = after.findIndex((key) => !known.has(key))
  const isPushed = firstNew >= 0 && firstNew < after.findLastIndex((key) => known.has(key))
  const kept = before.filter((key) => still.has(key))
  const isReordered = [...still].some((key, index) => key !== kept[index])
  return isReplaced || isPushed || isReordered ? 'arrival' : 'departure'
}

export type BlockSnapshot = {
  /** Grows with every change; rows are read by `row(index)`. */
  readonly version: number
  /** The key of the rows on screen, which may still belong to the query before. */
  readonly shownKey: string | null
  readonly total: number
  readonly freshAsOf: string | null
  /** `first`: nothing to show yet; `asking`: rows are shown while newer ones load. */
  readonly state: 'first' | 'asking' | 'ready' | 'failed'
  readonly error: DeskErrorValue | null
  /** Newer rows that would move those on show wait: how many more there are, 0 where only their order changed. Null: none wait. */
  readonly waiting: number | null
}
/**
 * How still the rows on show are kept when a change comes: `cursor` lets values change and rows leave, but none arrive
 * before one on show; `selection` lets values change alone.
 */
export type Hold = 'none' | 'cursor' | 'selection'
export type BlockCache<Row> = {
  ask: (query: BlockQuery<Row>) => void
  /** Loads the same query again. Rows in view stay until all of them are reloaded. */
  refresh: () => void
  /** The same after a change of data, which `hold` may keep from moving rows. */
  follow: () => void
  hold: (hold: Hold) => void
  /** Shows the rows that wait. */
  release: () => void
  /** Queries that are likely next: their first rows are loaded when the page is idle. */
  readAhead: (queries: readonly BlockQuery<Row>[]) => void
  /** Marks rows of these queries as stale: they are reloaded when they are shown next. */
  outdate: (isTouched: (query: BlockQuery<Row>) => boolean) => void
  /** Whether the query in view became stale since it was loaded. */
  isStale: () => boolean
  /** The rows in view moved. */
  show: (first: number, last: number, isSettled: boolean) => void
  row: (index: number) => Row | undefined
  snapshot: () => BlockSnapshot
  subscribe: (listener: () => void) => () => void
}
type BlockCacheOptions<Row> = {
  /** Tells rows apart, whatever their values. */
  readonly keyOf: (row: Row) => string
  readonly blockSize?: number
  readonly maxBlocks?: number
  readonly maxInFlight?: number
  /** How many earlier or read-ahead queries keep their first rows, so that going there paints at once. */
  readonly maxKept?: number
  /** Runs work after the next paint: details. */
  readonly later: (work: () => void) => void
  /** Runs work when the page is idle: neighbours of the rows in view. */
  readonly idle?: (work: () => void) => void
}

/** Selected rows stay at hand much longer than others. */
const HELD_BLOCKS = 500

const EMPTY: BlockSnapshot = {
  version: 0,
  shownKey: null,
  total: 0,
  freshAsOf: null,
  state: 'first',
  error: null,
  waiting: null,
}

const shownOf = <Row>(
  { current, shown }: CacheState<Row>,
  waiting: Edition<Row> | null,
): Omit<BlockSnapshot, 'version'> => {
  const state = shown === null ? 'first' : current !== shown ? 'asking' : 'ready'
  const error = current?.error ?? null
  return {
    shownKey: shown?.query.key ?? null,
    total: shown?.total ?? 0,
    freshAsOf: shown?.freshAsOf ?? null,
    state: error === null ? state : 'failed',
    error,
    waiting: waiting === null ? null : Math.max(0, (waiting.total ?? 0) - (shown?.total ?? 0)),
  }
}

export const createBlockCache = <Row>(options: BlockCacheOptions<Row>): BlockCache<Row> => {
  const { blockSize = 60, maxBlocks = 50, maxInFlight = 3, maxKept = 24, keyOf, later, idle = later } = options
  const listeners = new Set<() => void>()
  const cache: CacheState<Row> = {
    kept: createKeptEditions<Row>(maxKept),
    ahead: [],
    shown: null,
    current: null,
    view: { first: 0, last: 0, isSettled: true, blockSize },
  }
  const { kept } = cache
  let waiting: Edition<Row> | null = null
  let hold: Hold = 'none'
  let snapshot = EMPTY

  const publish = (): void => {
    snapshot = { version: snapshot.version + 1, ...shownOf(cache, waiting) }
    for (const listener of listeners) listener()
  }

  const store = (edition: Edition<Row>, block: number, isDetailed: boolean, reply: BlockReply<Row>): void => {
    edition.blocks.delete(block)
    const hasDetails = isDetailed || reply.isDetailed === true
    edition.blocks.set(block, { rows: reply.rows, nextCursor: reply.nextCursor, isDetailed: hasDetails })
    edition.total = reply.total
    edition.freshAsOf = reply.freshAsOf
    edition.error = null
    evict(edition, cache.view, hold === 'selection' ? HELD_BLOCKS : maxBlocks)
    if (edition === cache.current && isComplete(edition, cache.view)) show(edition)
  }

  const viewKeys = (edition: Edition<Row>): string[] => rowsInView(edition, cache.view).map(keyOf)

  /** Whether showing `newer` would move rows that are to stay where they are. */
  const isKeptBack = (old: Edition<Row>, newer: Edition<Row>): boolean => {
    if (hold === 'none' || old.query.key !== newer.query.key || (old.total ?? 0) === 0) return false
    return hold === 'selection' || (newer.isFollowing && moveOf(viewKeys(old), viewKeys(newer)) === 'arrival')
  }

  /** An edition whose rows in view are complete is shown, or waits. */
  const show = (edition: Edition<Row>): void => {
    const old = cache.shown
    if (old === null || old === edition || !isKeptBack(old, edition)) {
      cache.shown = edition
      waiting = null
      return
    }
    const isSame = edition.total === old.total && moveOf(viewKeys(old), viewKeys(edition)) === 'none'
    updateInPlace(old, rowsInView(edition, cache.view), cache.view, keyOf)
    old.isStale = false
    cache.current = old
    waiting = isSame ? null : edition
  }

  /** Keeps the first rows on screen for a return. */
  const putAway = (): void => {
    if (cache.shown === null || !cache.shown.blocks.has(0)) return
    for (const block of cache.shown.blocks.keys()) if (block > 0) cache.shown.blocks.delete(block)
    kept.keep(cache.shown)
  }

  const askAgain = (query: BlockQuery<Row>, total: number | null, isFollowing = false): void => {
    cache.current = newEdition(query, cache.shown?.query.key === query.key, isFollowing)
    if (waiting?.query.key !== query.key) waiting = null
    // Without the known total only the first block would count as in view.
    cache.current.total = total === 0 ? null : total
    publish()
    pump()
  }

  const release = (): void => {
    if (waiting === null) return
    const isOutOfDate = cache.current !== cache.shown
    cache.shown = waiting
    cache.current = waiting
    waiting = null
    // A newer edition was on its way.
    if (isOutOfDate) askAgain(cache.shown.query, cache.shown.total)
    else {
      publish()
      pump()
    }
  }

  const { pump } = createBlockLoader(cache, { maxInFlight, later, idle, store, publish })

  return {
    ask: (query) => {
      if (cache.current?.query.key === query.key) {
        if (cache.current.error !== null) askAgain(query, null)
        return
      }
      const isBack = cache.shown?.query.key === query.key
      const known = isBack ? cache.shown : kept.get(query.key)
      cache.view = { first: 0, last: blockSize - 1, isSettled: true, blockSize }
      waiting = null
      if (!isBack) putAway()
      if (known === null) {
        if (cache.shown?.query.scope !== query.scope) cache.shown = null
        return askAgain(query, null)
      }
      // Loaded before, or loading: it is reused.
      if (known.total !== null) cache.shown = known
      else if (cache.shown?.query.scope !== query.scope) cache.shown = null
      cache.current = known
      known.isSeen = true
      if (known.isStale) return askAgain(query, known.total)
      publish()
      pump()
    },
    readAhead: (queries) => {
      cache.ahead = queries.slice(0, maxKept >> 1)
      if (cache.current !== null && cache.current === cache.shown) later(pump)
    },
    outdate: (isTouched) => {
      for (const edition of [...kept.all(), cache.shown, cache.current]) {
        if (edition === null || !isTouched(edition.query)) continue
        edition.isStale = true
        if (!edition.isSeen) kept.drop(edition.query.key)
      }
    },
    isStale: () => cache.current?.isStale === true,
    refresh: () => {
      if (cache.current !== null) askAgain(cache.current.query, cache.current.total)
    },
    follow: () => {
      if (cache.current !== null) askAgain(cache.current.query, cache.current.total, true)
    },
    hold: (next) => {
      if (hold === next) return
      hold = next
      if (waiting !== null && cache.shown !== null && !isKeptBack(cache.shown, waiting)) release()
    },
    release,
    show: (first, last, isSettled) => {
      if (cache.view.first === first && cache.view.last === last && cache.view.isSettled === isSettled) return
      cache.view = { first, last, isSettled, blockSize }
      if (cache.current !== null && isComplete(cache.current, cache.view)) later(pump)
      else pump()
    },
    row: (index) => {
      const block = Math.floor(index / blockSize)
      return cache.shown?.blocks.get(block)?.rows[index - block * blockSize]
    },
    snapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
