import type { Dataset } from '../../../src-shared/desk/sync.ts'
import type { Period } from '../../../src-shared/desk/values/period.ts'
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import type { OperationName, RequestOf } from '../../../src-shared/service/operations.ts'
import type { RawReply } from '../../../src-shared/service/read-reply.ts'
import type { RoomParts } from '../../room.ts'

/** What a dataset's sync works with; bound to one brand, so that it cannot fetch or store for another. */
export type DatasetContext = Pick<RoomParts, 'store' | 'clock'> & {
  readonly brandId: string
  readonly slice: Slice
  /** What a person asked for in place of the whole history. */
  readonly periods: readonly Period[]
  readonly signal: AbortSignal
  /** Days of history kept filled, today included. */
  readonly historyDays: number
  /** The reply as it came; errors are DeskErrors. */
  readonly fetchBody: <Name extends OperationName>(name: Name, request: RequestOf<Name>) => Promise<RawReply>
  /** A number that no earlier sync used, the same for all pages of one listing. */
  readonly nextBatch: () => number
  readonly progress: (done: number, total: number | null) => void
  /** Cached rows of these datasets changed. */
  readonly changed: (datasets: readonly Dataset[]) => void
}

/** Reads a dataset whole into the cache; returns how many rows it has. */
export type SyncDataset = (context: DatasetContext) => Promise<number>
