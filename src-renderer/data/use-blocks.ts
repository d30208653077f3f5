import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { rowKey } from '../../src-shared/desk/values/export-lists.ts'
import { whenIdle } from '../idle.ts'
import { type BlockCache, type BlockSnapshot, createBlockCache } from './block-cache.ts'
import type { BlockQuery } from './block-query.ts'
import { createEarliest, onInvalidate, pouringGapMs } from './invalidate.ts'

// While a sync pours changes in, a page over all brands would be asked for again and again, and each time from scratch: the
// longer it takes, the longer its rows wait for the next one. The end of the sync shows what waits.

const brandsInScope = (scope: string): 'all' | readonly string[] =>
  scope === 'all' || scope === '' ? 'all' : scope.split(',')

/** While a sync or many new brands pour changes in. */
const POURING_GAP_MS = 800
const GAP_MS = 250
/** The changes of one action mostly come together. */
const TOGETHER_MS = 30

/** Reloads the rows in view when they are stale; other kept rows when they are shown next. What it returns ends that. */
export const followChanges = <Row>(cache: BlockCache<Row>): (() => void) => {
  const last = { startedMs: Number.NEGATIVE_INFINITY, tookMs: 0, isLoading: false }
  const isAsking = () => cache.snapshot().state === 'first' || cache.snapshot().state === 'asking'
  /** A change came while rows were asked for: another reload now would drop their reply. */
  let isAwaited = false

  const reload = createEarliest(() => {
    if (!cache.isStale()) return
    Object.assign(last, { startedMs: performance.now(), isLoading: true })
    cache.follow()
  })
  const reloadNotBefore = (earliestMs: number, leastMs: number) =>
    reload.within(Math.max(leastMs, earliestMs - performance.now()))
  const reloadSoon = () => reloadNotBefore(last.startedMs + GAP_MS, TOGETHER_MS)
  if (cache.isStale()) reload.within(TOGETHER_MS)

  const stops = [
    reload.cancel,
    cache.subscribe(() => {
      if (isAsking()) return
      if (last.isLoading) Object.assign(last, { tookMs: performance.now() - last.startedMs, isLoading: false })
      if (isAwaited) reloadSoon()
      isAwaited = false
    }),
    onInvalidate(({ isStale, isPouring, isOver }) => {
      let isTouched = isOver
      cache.outdate(({ calls, callsOfAll = [], scope }) => {
        const isMeant =
          calls.some((name) => isStale(name, brandsInScope(scope))) || callsOfAll.some((name) => isStale(name, 'all'))
        isTouched ||= isMeant
        return isMeant
      })
      if (!isTouched || !cache.isStale()) return
      if (isPouring) reloadNotBefore(last.startedMs + pouringGapMs(last.tookMs, 0), POURING_GAP_MS)
      else if (isAsking()) isAwaited = true
      else reloadSoon()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

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
