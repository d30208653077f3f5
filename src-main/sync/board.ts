// Freshness of every brand × dataset: in memory for the shells, in the store for the next start. States change here
// and nowhere else; progress counts stay in memory. What changes while a write is under way is stored by the next one,
// so that a sync of 2,000 brands does not wait for 20,000 writes.
import type { Dataset, SyncStatusRow } from '../../src-shared/desk/sync.ts'
import { DATASETS } from '../../src-shared/desk/sync.ts'
import { toInstantOrNull } from '../base/clock.ts'
import type { FreshnessSave } from '../store/freshness.ts'
import type { Store } from '../store/store.ts'
import type { Pair } from './plan.ts'

const neverSynced = (brandId: string, dataset: Dataset): Pair => ({
  brandId,
  dataset,
  state: 'never',
  fetchedAtMs: null,
  rows: null,
  error: null,
  nextTryAtMs: null,
  done: null,
  total: null,
})

type BoardDeps = {
  readonly store: Store
  readonly onFault: (error: unknown) => void
  /** Whether the background syncs at all: without it, no failed pair is tried again by itself. */
  readonly isRepeated: () => boolean
}

export const createBoard = async ({ store, onFault, isRepeated }: BoardDeps) => {
  const pairs = new Map<string, Pair>()
  const keyOf = (brandId: string, dataset: Dataset) => `${brandId} ${dataset}`
  for (const row of await store.read('freshness.list', {}))
    pairs.set(keyOf(row.brandId, row.dataset), { ...row, done: null, total: null })

  let unsaved: Map<string, FreshnessSave> | undefined
  let lastSave = Promise.resolve()
  const saveTogether = (rows: ReadonlyMap<string, FreshnessSave>) => async (): Promise<void> => {
    unsaved = undefined
    await store.write('freshness.save', [...rows.values()]).catch(onFault)
  }
  const save = ({ done, total, ...row }: Pair): void => {
    if (unsaved === undefined) {
      unsaved = new Map()
      lastSave = lastSave.then(saveTogether(unsaved))
    }
    unsaved.set(keyOf(row.brandId, row.dataset), row)
  }
  const get = (brandId: string, dataset: Dataset): Pair =>
    pairs.get(keyOf(brandId, dataset)) ?? neverSynced(brandId, dataset)

  const toStatusRow = ({ fetchedAtMs, nextTryAtMs, ...pair }: Pair): SyncStatusRow => ({
    ...pair,
    fetchedAt: toInstantOrNull(fetchedAtMs),
    nextTryAt: isRepeated() ? toInstantOrNull(nextTryAtMs) : null,
  })

  return {
    get,
    /** A pair for the shells. */
    toStatusRow,
    rows: (brandIds: readonly string[]): SyncStatusRow[] =>
      brandIds.flatMap((brandId) => DATASETS.map((dataset) => toStatusRow(get(brandId, dataset)))),
    /** Changes a pair and, where its state changed, stores it. */
    set: (brandId: string, dataset: Dataset, change: Partial<Pair>): Pair => {
      const before = get(brandId, dataset)
      const after = { ...before, ...change }
      pairs.set(keyOf(brandId, dataset), after)
      // The next start treats running like queued.
      if (after.state !== before.state && after.state !== 'running') save(after)
      return after
    },
    forget: (brandId: string): void => {
      for (const dataset of DATASETS) pairs.delete(keyOf(brandId, dataset))
    },
    /** All pairs as never synced: the cache is a new one. */
    clear: (): void => pairs.clear(),
    /** Resolves when everything set so far is stored, or was refused by the disk. */
    settled: (): Promise<void> => lastSave,
  }
}
export type Board = Awaited<ReturnType<typeof createBoard>>
