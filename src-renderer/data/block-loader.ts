// Asks for blocks: rows in view first, then their details; when nothing is asked for, what is near and what is likely next.
import type { Reply } from '../../src-shared/desk/errors.ts'
import type { BlockQuery, BlockReply } from './block-query.ts'
import { type createKeptEditions, type Edition, neighbour, newEdition, type View, wanted } from './editions.ts'

/** What the cache and its loader share. */
export type CacheState<Row> = {
  readonly kept: ReturnType<typeof createKeptEditions<Row>>
  /** Queries that are likely next. */
  ahead: readonly BlockQuery<Row>[]
  shown: Edition<Row> | null
  current: Edition<Row> | null
  view: View
}

type Deps<Row> = {
  readonly maxInFlight: number
  readonly later: (work: () => void) => void
  readonly idle: (work: () => void) => void
  readonly store: (edition: Edition<Row>, block: number, isDetailed: boolean, reply: BlockReply<Row>) => void
  readonly publish: () => void
}

export const createBlockLoader = <Row>(cache: CacheState<Row>, deps: Deps<Row>) => {
  const { maxInFlight, later, idle, store, publish } = deps

  const receive = (edition: Edition<Row>, block: number, isDetailed: boolean, reply: Reply<BlockReply<Row>>): void => {
    const known = edition.blocks.get(block)
    if (reply.ok) store(edition, block, isDetailed, reply.value)
    // Rows are useful without details: a failure is not shown and not retried.
    else if (isDetailed && known !== undefined) edition.blocks.set(block, { ...known, isDetailed: true })
    else edition.error = reply.error
  }

  const knownOf = (edition: Edition<Row>, block: number): BlockReply<Row> | undefined => {
    const known = edition.isStale ? undefined : edition.blocks.get(block)
    if (known === undefined) return undefined
    const { rows, nextCursor } = known
    return { rows, nextCursor, total: edition.total ?? rows.length, freshAsOf: edition.freshAsOf }
  }

  const send = async (edition: Edition<Row>, block: number, isDetailed: boolean): Promise<void> => {
    edition.inFlight.add(block)
    const cursor = edition.blocks.get(block - 1)?.nextCursor ?? null
    const reply = await edition.query.fetch({
      offset: block * cache.view.blockSize,
      limit: cache.view.blockSize,
      cursor,
      isDetailed,
      isAgain: edition.isRefresh,
      known: isDetailed ? knownOf(edition, block) : undefined,
    })
    edition.inFlight.delete(block)
    if (edition === cache.current) {
      receive(edition, block, isDetailed, reply)
      publish()
    } else if (block === 0 && reply.ok && cache.kept.isKept(edition)) store(edition, block, isDetailed, reply.value)
    if (!reply.ok) giveUp(edition)
    later(pump)
  }

  /** A failed query is not kept, and reading ahead stops. */
  const giveUp = (edition: Edition<Row>): void => {
    if (cache.kept.isKept(edition)) cache.kept.drop(edition.query.key)
    cache.ahead = []
  }

  const nextAhead = (): BlockQuery<Row> | null =>
    cache.ahead.find(({ key }) => key !== cache.current?.query.key && !cache.kept.has(key)) ?? null

  /** One request at a time, and none while rows in view load. */
  const lookAround = (): void => {
    const { current, shown, view, kept } = cache
    if (current === null || current !== shown || current.error !== null || current.inFlight.size > 0) return
    if (!view.isSettled || wanted(current, view, true) !== null) return
    if (kept.all().some(({ inFlight }) => inFlight.size > 0)) return
    const near = neighbour(current, view)
    const next = nextAhead()
    if (near !== null) void send(current, near.block, near.isDetailed)
    else if (next !== null) {
      const edition = { ...newEdition(next, false), isSeen: false }
      kept.keep(edition)
      void send(edition, 0, next.hasDetails)
    }
  }

  const pump = (): void => {
    const { current, shown, view } = cache
    if (current === null || current.error !== null) return
    while (current.inFlight.size < maxInFlight) {
      const next = wanted(current, view, current === shown)
      if (next === null) break
      void send(current, next.block, next.isDetailed)
    }
    if (current.inFlight.size === 0 && view.isSettled && (neighbour(current, view) ?? nextAhead()) !== null)
      idle(lookAround)
  }

  return { pump }
}
