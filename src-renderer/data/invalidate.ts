// The one place that decides what a change makes stale. All holders of replies listen here: the queries, the
// rows of tables, the previews of pitches.
import { type Change, isStale } from '../../src-shared/desk/changes.ts'
import type { CallName, DeskEvent } from '../../src-shared/desk/contract.ts'
import { DATASETS, type ReadableDataset } from '../../src-shared/desk/datasets.ts'

/** What each call of the contract reads, written in by the build. */
declare const __CALL_READS__: Readonly<Record<CallName, readonly ReadableDataset[]>>

export type Invalidation = {
  /** Whether a reply of this call may be stale; `brandIds`: those that the reply is about. */
  readonly isStale: (name: CallName, brandIds: Change['brandIds']) => boolean
  /** More changes of the same kind are likely to follow at once: many brands sync, or are added. */
  readonly isPouring: boolean
}
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
  }
  for (const listener of listeners) listener(invalidation)
}

/** After the desk was away: it could not say what changed meanwhile. */
export const invalidateAll = (): void => {
  for (const listener of listeners) listener({ isStale: () => true, isPouring: false })
}
