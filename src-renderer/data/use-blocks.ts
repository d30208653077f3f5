import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { whenIdle } from '../idle.ts'
import { type BlockCache, type BlockQuery, type BlockSnapshot, createBlockCache } from './block-cache.ts'
import { onInvalidate } from './invalidate.ts'

/** After the frame that is being painted. */
const afterPaint = (work: () => void): void => void requestAnimationFrame(() => setTimeout(work))

export type Blocks<Row> = { readonly cache: BlockCache<Row>; readonly snapshot: BlockSnapshot }

/** The rows of a query, asked for as the table shows them. Only `query.key` decides when to ask anew. */
export const useBlocks = <Row>(query: BlockQuery<Row>): Blocks<Row> => {
  const [cache] = useState(() => createBlockCache<Row>({ later: afterPaint, idle: whenIdle }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the query written out
  useLayoutEffect(() => cache.ask(query), [cache, query.key])
  const snapshot = useSyncExternalStore(cache.subscribe, cache.snapshot)
  return { cache, snapshot }
}

const brandsInScope = (scope: string): 'all' | readonly string[] =>
  scope === 'all' || scope === '' ? 'all' : scope.split(',')

/** While a sync or many new brands pour changes in. */
const POURING_GAP_MS = 800
const GAP_MS = 250

/**
 * Asks again when the rows in view changed, a few times a second at most while changes pour in; other rows that are kept
 * are asked for again where they are shown next. While it is held (rows are selected, and must not move under the
 * selection) changes wait until it is released.
 */
export const useRefreshOnChange = <Row>(cache: BlockCache<Row>, isHeld: boolean): void => {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refreshSoon = (gapMs: number) => {
      if (isHeld || !cache.isStale()) return
      timer ??= setTimeout(() => {
        timer = undefined
        if (cache.isStale()) cache.refresh()
      }, gapMs)
    }
    refreshSoon(GAP_MS)
    const stop = onInvalidate(({ isStale, isPouring }) => {
      cache.outdate(({ calls, scope }) => calls.some((name) => isStale(name, brandsInScope(scope))))
      refreshSoon(isPouring ? POURING_GAP_MS : GAP_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [cache, isHeld])
}
