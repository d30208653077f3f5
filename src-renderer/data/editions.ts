// One answer to a query, as far as it is loaded: which of its blocks are in view, which are missing, which are dropped.
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import type { BlockQuery } from './block-query.ts'

type Block<Row> = { readonly rows: readonly Row[]; readonly nextCursor: string | null; readonly isDetailed: boolean }
export type Edition<Row> = {
  readonly query: BlockQuery<Row>
  readonly blocks: Map<number, Block<Row>>
  readonly inFlight: Set<number>
  /** Replaces rows on screen that have details: it loads with details, so that they do not flicker. */
  readonly isRefresh: boolean
  /** Loaded because of a change: rows on show may be kept from moving. */
  readonly isFollowing: boolean
  /** A change came since it was loaded. */
  isStale: boolean
  /** The person opened it; it was not only read ahead. */
  isSeen: boolean
  total: number | null
  freshAsOf: string | null
  error: DeskErrorValue | null
}

/** The rows on screen, by their numbers. */
export type View = {
  readonly first: number
  readonly last: number
  readonly isSettled: boolean
  readonly blockSize: number
}
type Wanted = { readonly block: number; readonly isDetailed: boolean }

export const newEdition = <Row>(query: BlockQuery<Row>, isRefresh: boolean, isFollowing = false): Edition<Row> => ({
  query,
  isRefresh,
  isFollowing,
  isStale: false,
  isSeen: true,
  blocks: new Map(),
  inFlight: new Set(),
  total: null,
  freshAsOf: null,
  error: null,
})

export const inView = <Row>(edition: Edition<Row>, { first: firstRow, last: lastRow, blockSize }: View): number[] => {
  const end = edition.total === null ? blockSize : edition.total
  const last = Math.floor(Math.max(0, Math.min(lastRow, end - 1)) / blockSize)
  const first = Math.min(Math.floor(firstRow / blockSize), last)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

const isThere = <Row>(edition: Edition<Row>, block: number, { blockSize }: View): boolean =>
  block < 0 || (edition.total !== null && block * blockSize >= edition.total) || edition.blocks.has(block)

/** A block next to those in view that is not there yet. */
export const neighbour = <Row>(edition: Edition<Row>, view: View): Wanted | null => {
  const blocks = inView(edition, view)
  const around = [(blocks.at(-1) ?? 0) + 1, (blocks[0] ?? 0) - 1]
  const near = around.find((block) => !isThere(edition, block, view) && !edition.inFlight.has(block))
  return near === undefined ? null : { block: near, isDetailed: edition.query.hasDetails }
}

/** What to load next: missing rows in view, then their details. */
export const wanted = <Row>(edition: Edition<Row>, view: View, isShown: boolean): Wanted | null => {
  const blocks = inView(edition, view)
  const { hasDetails } = edition.query
  const missing = blocks.find((block) => !isThere(edition, block, view) && !edition.inFlight.has(block))
  if (missing !== undefined) return { block: missing, isDetailed: hasDetails && edition.isRefresh }
  if (!view.isSettled || !isShown) return null
  const bare = blocks.find((block) => edition.blocks.get(block)?.isDetailed === false && !edition.inFlight.has(block))
  return hasDetails && bare !== undefined ? { block: bare, isDetailed: true } : null
}

/** Keeps the blocks in view, and the newest others. */
export const evict = <Row>(edition: Edition<Row>, view: View, most: number): void => {
  const needed = new Set(inView(edition, view))
  for (const block of edition.blocks.keys()) {
    if (edition.blocks.size <= most) return
    if (!needed.has(block)) edition.blocks.delete(block)
  }
}

/** Whether all rows in view are there. */
export const isComplete = <Row>(edition: Edition<Row>, view: View): boolean =>
  inView(edition, view).every((block) => isThere(edition, block, view))

/** In view, in their order. */
export const rowsInView = <Row>(edition: Edition<Row>, view: View): Row[] =>
  inView(edition, view).flatMap((block) => edition.blocks.get(block)?.rows ?? [])

/** The rows on show take their new values and stay where they are. */
export const updateInPlace = <Row>(
  old: Edition<Row>,
  newer: readonly Row[],
  view: View,
  keyOf: (row: Row) => string,
): void => {
  const byKey = new Map(newer.map((row) => [keyOf(row), row]))
  for (const block of inView(old, view)) {
    const known = old.blocks.get(block)
    if (known === undefined) continue
    old.blocks.set(block, { ...known, rows: known.rows.map((row) => byKey.get(keyOf(row)) ?? row) })
  }
}

/** Earlier and read-ahead editions, by the key of their query: the newest `most` of them. */
export const createKeptEditions = <Row>(most: number) => {
  const kept = new Map<string, Edition<Row>>()
  return {
    get: (key: string): Edition<Row> | null => kept.get(key) ?? null,
    has: (key: string): boolean => kept.has(key),
    isKept: (edition: Edition<Row>): boolean => kept.get(edition.query.key) === edition,
    all: (): Edition<Row>[] => [...kept.values()],
    keep: (edition: Edition<Row>): void => {
      kept.delete(edition.query.key)
      kept.set(edition.query.key, edition)
      for (const key of kept.keys()) if (kept.size > most) kept.delete(key)
    },
    drop: (key: string): void => {
      kept.delete(key)
    },
  }
}
