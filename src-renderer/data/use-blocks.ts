import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { BrandIds } from '../../src-shared/desk/common.ts'
import { bridge } from '../bridge.ts'
import { whenIdle } from '../idle.ts'
import { type BlockCache, type BlockQuery, type BlockSnapshot, createBlockCache } from './block-cache.ts'

/** After the frame that is being painted. */
const afterPaint = (work: () => void): void => void requestAnimationFrame(() => setTimeout(work))

export type Blocks<Row> = { readonly cache: BlockCache<Row>; readonly snapshot: BlockSnapshot }

/** Tells what is kept but not in view of changes: `useRefreshOnChange` sees to what is. */
const outdateOnChange = <Row>(cache: BlockCache<Row>): (() => void) => {
  const stops = [
    bridge.subscribe(({ name, payload }) => {
      if (name === 'cache.changed') cache.outdate(payload.brandId)
      else if (name === 'brands.changed') cache.outdate(null)
    }),
    // What changed while the desk was out of reach, it did not tell.
    bridge.onConnection(() => cache.outdate(null)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The rows of a query, asked for as the table shows them. Only `query.key` decides when to ask anew. */
export const useBlocks = <Row>(query: BlockQuery<Row>): Blocks<Row> => {
  const [cache] = useState(() => createBlockCache<Row>({ later: afterPaint, idle: whenIdle }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the query written out
  useLayoutEffect(() => cache.ask(query), [cache, query.key])
  const snapshot = useSyncExternalStore(cache.subscribe, cache.snapshot)
  useEffect(() => outdateOnChange(cache), [cache])
  return { cache, snapshot }
}

const GAP_MS = 800

/**
 * Asks again when rows of these brands change, at most about once a second while changes pour in. While it is held
 * (rows are selected, and must not move under the selection) changes wait until it is let go.
 */
export const useRefreshOnChange = <Row>(cache: BlockCache<Row>, brandIds: BrandIds, isHeld: boolean): void => {
  const scope = JSON.stringify(brandIds)
  const isMissed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scope is the ids written out
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refreshSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        cache.refresh()
      }, GAP_MS)
    }
    if (!isHeld && isMissed.current) refreshSoon()
    isMissed.current = false
    const stop = bridge.subscribe((event) => {
      const isOurs =
        (event.name === 'cache.changed' && (brandIds === 'all' || brandIds.includes(event.payload.brandId))) ||
        (event.name === 'brands.changed' && brandIds === 'all')
      if (!isOurs) return
      if (isHeld) isMissed.current = true
      else refreshSoon()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [cache, scope, isHeld])
}
