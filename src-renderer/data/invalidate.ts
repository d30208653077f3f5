// The one place that decides what a change makes stale. All holders of replies listen here: the queries, the
// rows of tables, the previews of pitches.

import type { CallName, DeskEvent } from '../../src-shared/desk/contract.ts'
import { DATASETS, type ReadableDataset } from '../../src-shared/desk/datasets.ts'
import { type Change, isStale } from '../../src-shared/desk/values/changes.ts'

/** What each call of the contract reads, written in by the build. */
declare const __CALL_READS__: Readonly<Record<CallName, readonly ReadableDataset[]>>

export type Invalidation = {
  /** Whether a reply of this call may be stale; `brandIds`: those that the reply is about. */
  readonly isStale: (name: CallName, brandIds: Change['brandIds']) => boolean
  /** More changes of the same kind are likely to follow at once: many brands sync, or are added. */
  readonly isPouring: boolean
  /** A sync began or ended: what waits because changes pour in need not wait longer. */
  readonly isOver: boolean
}
/** How much of a reader's time one query may take while changes pour in: a twentieth. */
const REST = 20
const LONGEST_MS = 8_000

/** How long a reply that took this long is shown before it is asked for again, while changes pour in. */
export const pouringGapMs = (tookMs: number, leastMs: number): number =>
  Math.max(leastMs, Math.min(LONGEST_MS, REST * tookMs))

type Listener = (invalidation: Invalidation) => void

const POURING: ReadonlySet<string> = new Set([...DATASETS, 'brands'])
const listeners = new Set<Listener>()

export const onInvalidate = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const invalidate = (event: DeskEvent): void => {
  if (event.name !== 'changed') return
  const change = event.payload
  const invalidation: Invalidation = {
    isStale: (name, brandIds) => isStale({ reads: __CALL_READS__[name], brandIds }, change),
    isPouring: change.datasets.some((dataset) => POURING.has(dataset)),
    isOver: change.brandIds === 'all' && change.datasets.includes('sync'),
  }
  for (const listener of listeners) listener(invalidation)
}

/** After the desk was away: it could not say what changed meanwhile. */
export const invalidateAll = (): void => {
  for (const listener of listeners) listener({ isStale: () => true, isPouring: false, isOver: true })
}

/** Runs at the earliest of the moments that were asked for since it ran last. */
export const createEarliest = (run: () => void) => {
  const plan = { timer: undefined as ReturnType<typeof setTimeout> | undefined, dueMs: Number.POSITIVE_INFINITY }
  const start = () => {
    plan.dueMs = Number.POSITIVE_INFINITY
    run()
  }
  return {
    within: (waitMs: number): void => {
      const dueMs = performance.now() + waitMs
      if (dueMs >= plan.dueMs) return
      clearTimeout(plan.timer)
      Object.assign(plan, { dueMs, timer: setTimeout(start, waitMs) })
    },
    cancel: (): void => clearTimeout(plan.timer),
  }
}
