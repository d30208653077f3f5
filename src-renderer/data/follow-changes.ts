// While a sync pours changes in, a page over all brands would be asked for again and again, and each time from scratch: the
// longer it takes, the longer its rows wait for the next one. The end of the sync shows what waits.
import type { BlockCache } from './block-cache.ts'
import { createEarliest } from './earliest.ts'
import { onInvalidate, pouringGapMs } from './invalidate.ts'

const brandsInScope = (scope: string): 'all' | readonly string[] =>
  scope === 'all' || scope === '' ? 'all' : scope.split(',')

/** While a sync or many new brands pour changes in. */
const POURING_GAP_MS = 800
const GAP_MS = 250

/** Reloads the rows in view when they are stale; other kept rows when they are shown next. What it returns ends that. */
export const followChanges = <Row>(cache: BlockCache<Row>): (() => void) => {
  const last = { startedMs: 0, tookMs: 0, isLoading: false }

  const reload = createEarliest(() => {
    if (!cache.isStale()) return
    Object.assign(last, { startedMs: performance.now(), isLoading: true })
    cache.follow()
  })
  if (cache.isStale()) reload.within(GAP_MS)

  const stops = [
    reload.cancel,
    cache.subscribe(() => {
      if (!last.isLoading || cache.snapshot().state === 'asking') return
      Object.assign(last, { tookMs: performance.now() - last.startedMs, isLoading: false })
    }),
    onInvalidate(({ isStale, isPouring, isOver }) => {
      let isTouched = isOver
      cache.outdate(({ calls, scope }) => {
        const isMeant = calls.some((name) => isStale(name, brandsInScope(scope)))
        isTouched ||= isMeant
        return isMeant
      })
      if (!isTouched || !cache.isStale()) return
      if (!isPouring) return reload.within(GAP_MS)
      const soonestMs = last.startedMs + pouringGapMs(last.tookMs, 0)
      reload.within(Math.max(POURING_GAP_MS, soonestMs - performance.now()))
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
