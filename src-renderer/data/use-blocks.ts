import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { rowKey } from '../../src-shared/desk/export-lists.ts'
import { whenIdle } from '../idle.ts'
import { type BlockCache, type BlockSnapshot, createBlockCache } from './block-cache.ts'
import type { BlockQuery } from './block-query.ts'
import { followChanges } from './follow-changes.ts'

const keyOf = (row: unknown): string => rowKey(row as object) // every row of a table is an object

/** After the frame that is being painted. */
const afterPaint = (work: () => void): void => void requestAnimationFrame(() => setTimeout(work))

export type Blocks<Row> = { readonly cache: BlockCache<Row>; readonly snapshot: BlockSnapshot }

/** The rows of a query, loaded as the table shows them. Only another `query.key` starts a new query. */
export const useBlocks = <Row>(query: BlockQuery<Row>): Blocks<Row> => {
  const [cache] = useState(() => createBlockCache<Row>({ keyOf, later: afterPaint, idle: whenIdle }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the query written out
  useLayoutEffect(() => cache.ask(query), [cache, query.key])
  const snapshot = useSyncExternalStore(cache.subscribe, cache.snapshot)
  return { cache, snapshot }
}

/** Reloads the rows in view when they are stale. What the reload may move is up to `cache.hold`. */
export const useRefreshOnChange = <Row>(cache: BlockCache<Row>): void => useEffect(() => followChanges(cache), [cache])
