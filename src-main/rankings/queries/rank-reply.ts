// One page of a top-keywords reply on its way into the cache. It is parsed and checked, waits until its last page is here,
// and replaces the earlier rows in one transaction; a reply that does not fit changes nothing.
// A reply of one page that is byte for byte the one its rows came from, as most are from hour to hour, was checked and
// stored already: only the time at which it was read changes. Its digest is kept in memory; not of a first reply, so that
// filling the history costs nothing more.
import type { Database } from 'better-sqlite3'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import type { TopKeyword } from '../../../src-shared/service/rank-tracking.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import type { WritableDb } from '../../store/db.ts'
import { cursorOf, type IngestArgs, type IngestResult, parseReply } from '../../store/parse-reply.ts'
import { forgetOnError } from './rank-keywords.ts'
import { findSlice } from './rank-slices.ts'

// Pages of one reply wait here until the last one has arrived, so that a batch replaces the earlier rows as a whole:
// after a broken or missing page the cached rows stay.

type Stage = { readonly batch: number; readonly items: Map<string, TopKeyword> }

const stages = new WeakMap<Database, Map<string, Stage>>()

const stagesOf = (cache: Database): Map<string, Stage> => {
  const known = stages.get(cache) ?? new Map<string, Stage>()
  stages.set(cache, known)
  return known
}

const hasEarlierPages = (cache: Database, { key, batch }: Pick<StagedPage, 'key' | 'batch'>): boolean =>
  stagesOf(cache).get(key)?.batch === batch

type StagedPage = {
  /** What the batch replaces: one slice's window, or one day of it. */
  readonly key: string
  readonly batch: number
  readonly items: readonly TopKeyword[]
  readonly isLast: boolean
}

/**
 * All items of the batch by keyword once its last page is here, else undefined. Of two items with the same keyword the
 * first counts: replies are sorted by position, so it is the better placed one. Lone surrogates become U+FFFD, as
 * SQLite could not keep them.
 */
const stagePage = (cache: Database, { key, batch, items, isLast }: StagedPage) => {
  const waiting = stagesOf(cache)
  const started = waiting.get(key)
  const all = started?.batch === batch ? started.items : new Map<string, TopKeyword>()
  for (const item of items) {
    const text = item.keyword.toWellFormed()
    if (!all.has(text)) all.set(text, item)
  }
  if (isLast) waiting.delete(key)
  else waiting.set(key, { batch, items: all })
  return isLast ? all : undefined
}

export type SliceArgs = IngestArgs & {
  readonly slice: Slice
  /** What the service was asked for: as many rows without a first cursor are the beginning of a longer list. */
  readonly rowsMax?: number
  /** SHA-256 of the body; without it the reply is always stored. */
  readonly digest?: string
}

export type ReplyTarget = {
  /** What the reply replaces, within its slice. */
  readonly of: string
  readonly store: (items: ReadonlyMap<string, TopKeyword>) => void
  /** Absent: the reply is always stored. */
  readonly repeat?: {
    readonly hasRows: (slice: number) => boolean
    /** Sets the time at which the rows were read. */
    readonly touch: (slice: number) => void
  }
}

const REMEMBERED_MAX = 4_000
type Stored = { readonly digest: string; readonly rows: number }
const storedReplies = new WeakMap<Database, Map<string, Stored>>()

const storedOf = (cache: Database): Map<string, Stored> => {
  const stored = storedReplies.get(cache) ?? new Map<string, Stored>()
  storedReplies.set(cache, stored)
  return stored
}

const remember = (stored: Map<string, Stored>, key: string, reply: Stored): void => {
  stored.delete(key)
  stored.set(key, reply)
  for (const oldest of stored.keys()) if (stored.size > REMEMBERED_MAX) stored.delete(oldest)
}

/** One transaction; if it fails, the numbers assigned in it are forgotten. */
const writeWhole = (db: WritableDb, write: () => void): void => forgetOnError(db, () => db.cache.transaction(write)())

/** Sums over the best placed keywords alone would be wrong. */
const cutList = (brandId: string, rows: number): DeskError =>
  new DeskError(
    'bad-response',
    `The brand has more keywords than the desk can read at once, and the service gives no page after the first ${rows}. Cached data stays. Fetch the tracked keywords, one country or one device instead.`,
    { brandId },
  )

/** Throws `bad-response` where the reply does not fit. */
export const ingestReply = (db: WritableDb, args: SliceArgs, { of, store, repeat }: ReplyTarget): IngestResult => {
  const { brandId, slice, batch } = args
  assertBrand(db, brandId)
  const key = JSON.stringify([brandId, slice, of])
  const stored = storedOf(db.cache)
  const isOnly = !hasEarlierPages(db.cache, { key, batch })
  const number = findSlice(db, brandId, slice)
  const { digest: ofBody, fields = null, readings = null } = args
  const mayRepeat =
    isOnly && ofBody !== undefined && repeat !== undefined && number !== undefined && repeat.hasRows(number)
  const digest = mayRepeat ? `${ofBody} ${JSON.stringify([fields, readings])}` : null
  const before = stored.get(key)
  if (mayRepeat && before !== undefined && before.digest === digest) {
    writeWhole(db, () => repeat.touch(number))
    return { rows: before.rows, nextCursor: null }
  }
  const reply = parseReply(db, 'rankTracking.topKeywords', args)
  const rows = reply.items.length
  const nextCursor = cursorOf(reply)
  if (isOnly && nextCursor === null && rows === args.rowsMax) throw cutList(brandId, rows)
  const items = stagePage(db.cache, { key, batch, items: reply.items, isLast: nextCursor === null })
  if (items === undefined) return { rows, nextCursor }
  stored.delete(key)
  writeWhole(db, () => store(items))
  if (isOnly && digest !== null) remember(stored, key, { digest, rows })
  return { rows, nextCursor }
}
