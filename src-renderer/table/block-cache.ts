// Rows of one query, held as a bounded number of blocks. Invariants: a reply to an older query never shows; rows stay
// on screen until the rows that replace them have come, but never under another scope's name; at most a few requests
// are under way, rows in view first.
import type { DeskErrorValue, Reply } from '../../src-shared/desk/errors.ts'

export type BlockAsk = {
  readonly offset: number
  readonly limit: number
  /** Continues the block before; null: jump to `offset`. */
  readonly cursor: string | null
  /** With what the first paint can do without. */
  readonly isDetailed: boolean
}
export type BlockReply<Row> = {
  readonly rows: readonly Row[]
  readonly total: number
  readonly nextCursor: string | null
  readonly asOf: string | null
}
export type BlockQuery<Row> = {
  /** Two queries with the same key ask for the same set in the same order. */
  readonly key: string
  /** Whose rows these are; rows of one scope are never shown while another one's are asked for. */
  readonly scope: string
  readonly hasDetails: boolean
  readonly fetch: (ask: BlockAsk) => Promise<Reply<BlockReply<Row>>>
}
export type BlockSnapshot = {
  /** Grows with every change; rows are read by `row(index)`. */
  readonly version: number
  /** Of the rows on screen, which may still be those of the query before. */
  readonly shownKey: string | null
  readonly total: number
  readonly asOf: string | null
  /** `first`: nothing to show yet; `asking`: rows shown while newer ones are asked for. */
  readonly state: 'first' | 'asking' | 'ready' | 'failed'
  readonly error: DeskErrorValue | null
}
export type BlockCache<Row> = {
  ask: (query: BlockQuery<Row>) => void
  /** The same query again; what is in view stays until all of it has come anew. */
  refresh: () => void
  /** The rows in view moved. */
  show: (first: number, last: number, isSettled: boolean) => void
  row: (index: number) => Row | undefined
  snapshot: () => BlockSnapshot
  subscribe: (listener: () => void) => () => void
}
type BlockCacheOptions = {
  readonly blockSize?: number
  readonly maxBlocks?: number
  readonly maxInFlight?: number
  /** Queries left behind whose first rows are kept, so that coming back paints at once. */
  readonly maxKept?: number
  /** Runs what the next paint need not wait for: details. */
  readonly later: (work: () => void) => void
  /** Runs what may wait longer: the neighbours of what is in view. */
  readonly idle?: (work: () => void) => void
}

type Block<Row> = { readonly rows: readonly Row[]; readonly nextCursor: string | null; readonly isDetailed: boolean }
type Edition<Row> = {
  readonly query: BlockQuery<Row>
  readonly blocks: Map<number, Block<Row>>
  readonly inFlight: Set<number>
  /** Replaces rows that are on screen with their details: it comes with them, so that they do not flicker. */
  readonly isRefresh: boolean
  total: number | null
  asOf: string | null
  error: DeskErrorValue | null
}

const EMPTY: BlockSnapshot = { version: 0, shownKey: null, total: 0, asOf: null, state: 'first', error: null }

const newEdition = <Row>(query: BlockQuery<Row>, isRefresh: boolean): Edition<Row> => ({
  query,
  isRefresh,
  blocks: new Map(),
  inFlight: new Set(),
  total: null,
  asOf: null,
  error: null,
})

export const createBlockCache = <Row>(options: BlockCacheOptions): BlockCache<Row> => {
  const { blockSize = 60, maxBlocks = 50, maxInFlight = 3, maxKept = 12, later, idle = later } = options
  const listeners = new Set<() => void>()
  const kept = new Map<string, Edition<Row>>()
  let shown: Edition<Row> | null = null
  let current: Edition<Row> | null = null
  let view = { first: 0, last: 0, isSettled: true }
  let snapshot = EMPTY

  const publish = (): void => {
    const isAsking = current !== shown
    const state = shown === null ? 'first' : isAsking ? 'asking' : 'ready'
    const error = current?.error ?? null
    snapshot = {
      version: snapshot.version + 1,
      shownKey: shown?.query.key ?? null,
      total: shown?.total ?? 0,
      asOf: shown?.asOf ?? null,
      state: error === null ? state : 'failed',
      error,
    }
    for (const listener of listeners) listener()
  }

  const inView = (edition: Edition<Row>): number[] => {
    const end = edition.total === null ? blockSize : edition.total
    const last = Math.floor(Math.max(0, Math.min(view.last, end - 1)) / blockSize)
    const first = Math.min(Math.floor(view.first / blockSize), last)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  }

  const isThere = (edition: Edition<Row>, block: number): boolean =>
    block < 0 || (edition.total !== null && block * blockSize >= edition.total) || edition.blocks.has(block)

  const neighbour = (edition: Edition<Row>): { block: number; isDetailed: boolean } | null => {
    const blocks = inView(edition)
    const around = [(blocks.at(-1) ?? 0) + 1, (blocks[0] ?? 0) - 1]
    const near = around.find((block) => !isThere(edition, block) && !edition.inFlight.has(block))
    return near === undefined ? null : { block: near, isDetailed: edition.query.hasDetails }
  }

  /** What to ask for next: missing rows in view, then their details. */
  const wanted = (edition: Edition<Row>): { block: number; isDetailed: boolean } | null => {
    const blocks = inView(edition)
    const { hasDetails } = edition.query
    const missing = blocks.find((block) => !isThere(edition, block) && !edition.inFlight.has(block))
    if (missing !== undefined) return { block: missing, isDetailed: hasDetails && edition.isRefresh }
    if (!view.isSettled || edition !== shown) return null
    const bare = blocks.find((block) => edition.blocks.get(block)?.isDetailed === false && !edition.inFlight.has(block))
    return hasDetails && bare !== undefined ? { block: bare, isDetailed: true } : null
  }

  const evict = (edition: Edition<Row>): void => {
    const needed = new Set(inView(edition))
    for (const block of edition.blocks.keys()) {
      if (edition.blocks.size <= maxBlocks) return
      if (!needed.has(block)) edition.blocks.delete(block)
    }
  }

  const store = (edition: Edition<Row>, block: number, isDetailed: boolean, reply: BlockReply<Row>): void => {
    edition.blocks.delete(block)
    edition.blocks.set(block, { rows: reply.rows, nextCursor: reply.nextCursor, isDetailed })
    edition.total = reply.total
    edition.asOf = reply.asOf
    edition.error = null
    evict(edition)
    if (edition !== shown && inView(edition).every((each) => isThere(edition, each))) shown = edition
  }

  const receive = (edition: Edition<Row>, block: number, isDetailed: boolean, reply: Reply<BlockReply<Row>>): void => {
    const known = edition.blocks.get(block)
    if (reply.ok) store(edition, block, isDetailed, reply.value)
    // Details are an ornament: their failure is not shown, and they are not asked for again.
    else if (isDetailed && known !== undefined) edition.blocks.set(block, { ...known, isDetailed: true })
    else edition.error = reply.error
  }

  const send = async (edition: Edition<Row>, block: number, isDetailed: boolean): Promise<void> => {
    edition.inFlight.add(block)
    const cursor = edition.blocks.get(block - 1)?.nextCursor ?? null
    const reply = await edition.query.fetch({ offset: block * blockSize, limit: blockSize, cursor, isDetailed })
    edition.inFlight.delete(block)
    if (edition !== current) return
    receive(edition, block, isDetailed, reply)
    publish()
    later(pump)
  }

  /** Puts the rows on screen away, the first of them at hand for a return. */
  const putAway = (): void => {
    if (shown === null) return
    for (const block of shown.blocks.keys()) if (block > 0) shown.blocks.delete(block)
    kept.delete(shown.query.key)
    kept.set(shown.query.key, shown)
    for (const key of kept.keys()) if (kept.size > maxKept) kept.delete(key)
  }

  const askAgain = (query: BlockQuery<Row>, total: number | null): void => {
    current = newEdition(query, shown?.query.key === query.key)
    // Without the known total only the first block would count as being in view.
    current.total = total === 0 ? null : total
    publish()
    pump()
  }

  const pump = (): void => {
    if (current === null || current.error !== null) return
    while (current.inFlight.size < maxInFlight) {
      const next = wanted(current)
      if (next === null) break
      void send(current, next.block, next.isDetailed)
    }
    if (current.inFlight.size === 0 && view.isSettled && neighbour(current) !== null) idle(lookAround)
  }

  const lookAround = (): void => {
    if (current === null || current !== shown || current.error !== null || current.inFlight.size > 0) return
    const near = view.isSettled && wanted(current) === null ? neighbour(current) : null
    if (near !== null) void send(current, near.block, near.isDetailed)
  }

  return {
    ask: (query) => {
      if (current?.query.key === query.key && current.error === null) return
      const known = kept.get(query.key) ?? null
      const isOtherScope = shown?.query.scope !== query.scope
      if (shown?.query.key !== query.key) {
        putAway()
        if (known !== null || isOtherScope) shown = known
      }
      view = { first: 0, last: blockSize - 1, isSettled: true }
      askAgain(query, null)
    },
    refresh: () => {
      if (current !== null) askAgain(current.query, current.total)
    },
    show: (first, last, isSettled) => {
      if (view.first === first && view.last === last && view.isSettled === isSettled) return
      view = { first, last, isSettled }
      if (current !== null && inView(current).every((block) => current !== null && isThere(current, block))) later(pump)
      else pump()
    },
    row: (index) => {
      const block = Math.floor(index / blockSize)
      return shown?.blocks.get(block)?.rows[index - block * blockSize]
    },
    snapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
