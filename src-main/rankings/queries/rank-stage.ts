// Pages of one reply wait here until the last one has arrived, so that a batch replaces the earlier rows as a whole:
// after a broken or missing page the cached rows stay.
import type { Database } from 'better-sqlite3'
import type { TopKeyword } from '../../../src-shared/service/rank-tracking.ts'

/** `rows`: also those of a keyword that was listed before. */
type Stage = { readonly batch: number; readonly rows: number; readonly items: Map<string, TopKeyword> }

const stages = new WeakMap<Database, Map<string, Stage>>()

const stagesOf = (cache: Database): Map<string, Stage> => {
  const known = stages.get(cache) ?? new Map<string, Stage>()
  stages.set(cache, known)
  return known
}

/** The rows of this batch's earlier pages; null: none waits. */
export const stagedRows = (cache: Database, { key, batch }: Pick<StagedPage, 'key' | 'batch'>): number | null => {
  const stage = stagesOf(cache).get(key)
  return stage?.batch === batch ? stage.rows : null
}

export type StagedPage = {
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
export const stagePage = (cache: Database, { key, batch, items, isLast }: StagedPage) => {
  const waiting = stagesOf(cache)
  const started = waiting.get(key)
  const before = started?.batch === batch ? started : { rows: 0, items: new Map<string, TopKeyword>() }
  const all = before.items
  for (const item of items) {
    const text = item.keyword.toWellFormed()
    if (!all.has(text)) all.set(text, item)
  }
  if (isLast) waiting.delete(key)
  else waiting.set(key, { batch, rows: before.rows + items.length, items: all })
  return isLast ? all : undefined
}
