// While a sync pours changes in, a page over all brands would be asked for again and again, and each time from scratch: the
// longer it takes, the longer its rows wait for the next one. The end of the sync shows what waits.
import type { BlockCache } from './block-cache.ts'
import { onInvalidate, pouringGapMs } from './invalidate.ts'

const brandsInScope = (scope: string): 'all' | readonly string[] =>
  scope === 'all' || scope === '' ? 'all' : scope.split(',')

/** While a sync or many new brands pour changes in. */
const POURING_GAP_MS = 800
const GAP_MS = 250

/** Reloads the rows in view when they are stale; other kept rows when they are shown next. What it returns ends that. */
export const followChanges = <Row>(cache: BlockCache<Row>): (() => void) => {
  const plan = { timer: undefined as ReturnType<typeof setTimeout> | undefined, dueMs: Number.POSITIVE_INFINITY }
  const last = { startedMs: 0, tookMs: 0, isLoading: false }

  const reload = () => {
    plan.dueMs = Number.POSITIVE_INFINITY
    if (!cache.isStale()) return
    Object.assign(last, { startedMs: performance.now(), isLoading: true })
    cache.follow()
  }
  /** Reloads at this moment, unless it is planned for an earlier one. */
  const reloadBy = (dueMs: number) => {
    if (!cache.isStale() || dueMs >= plan.dueMs) return
    clearTimeout(plan.timer)
    Object.assign(plan, { dueMs, timer: setTimeout(reload, dueMs - performance.now()) })
  }
  reloadBy(performance.now() + GAP_MS)

  const stops = [
    () => clearTimeout(plan.timer),
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
      if (!isTouched) return
      const nowMs = performance.now()
      if (!isPouring) return reloadBy(nowMs + GAP_MS)
      const soonestMs = last.startedMs + pouringGapMs(last.tookMs, 0)
      reloadBy(Math.max(nowMs + POURING_GAP_MS, soonestMs))
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
