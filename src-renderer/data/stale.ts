import { type Change, isStale } from '../../src-shared/desk/changes.ts'
import type { CallName, DeskEvent } from '../../src-shared/desk/contract.ts'
import type { ReadableDataset } from '../../src-shared/desk/datasets.ts'

/** What each call of the contract reads, written in by the build. */
declare const __CALL_READS__: Readonly<Record<CallName, readonly ReadableDataset[]>>

export const readsOf = (name: CallName): readonly ReadableDataset[] => __CALL_READS__[name]

/** Whether the event makes a reply of this call stale; `brandIds`: those that the reply is about. */
export const isCallStale = (name: CallName, brandIds: Change['brandIds'], event: DeskEvent): boolean =>
  event.name === 'changed' && isStale({ reads: readsOf(name), brandIds }, event.payload)
