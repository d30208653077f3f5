import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { DeskEvent } from '../../src-shared/desk/contract.ts'
import { DATASETS } from '../../src-shared/desk/datasets.ts'
import { bridge } from '../bridge.ts'
import { whenIdle } from '../idle.ts'
import { type BlockCache, type BlockQuery, type BlockSnapshot, createBlockCache } from './block-cache.ts'
import { isCallStale } from './stale.ts'

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

const isQueryStale = <Row>({ calls, scope }: BlockQuery<Row>, event: DeskEvent): boolean =>
  calls.some((name) => isCallStale(name, brandsInScope(scope), event))

/** What a sync or many new brands change pours in; what a person does shows soon. */
const POURING: ReadonlySet<string> = new Set([...DATASETS, 'brands'])
const POURING_GAP_MS = 800
const GAP_MS = 250
const gapAfter = (event: DeskEvent): number =>
  event.name === 'changed' && event.payload.datasets.some((dataset) => POURING.has(dataset)) ? POURING_GAP_MS : GAP_MS

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
    let isAway = false
    const stops = [
      bridge.subscribe((event) => {
        cache.outdate((query) => isQueryStale(query, event))
        refreshSoon(gapAfter(event))
      }),
      // The desk could not say what changed while it was away.
      bridge.onConnection((state) => {
        if (state === 'lost') isAway = true
        if (state !== 'ok' || !isAway) return
        isAway = false
        cache.outdate(() => true)
        refreshSoon(GAP_MS)
      }),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [cache, isHeld])
}
