// Every rejected request is counted without a write of its own: counts and the newest ones are flushed now and then, so
// that a flood of them neither fills the disk nor slows deliveries down.
import { Mutex } from 'async-mutex'
import { createLoop } from '../base/background.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Store } from '../store/store.ts'
import type { Refusal } from './queries/webhook-refusals.ts'
import type { RefusalReason } from './request-head.ts'

export type RefusalsDeps = {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Called now and then while requests are rejected. */
  readonly onChanged: () => void
}

const FLUSH_EVERY_MS = 2000
const KEPT = 500

export const createRefusals = ({ store, clock, log, onChanged }: RefusalsDeps) => {
  let counts = new Map<string, number>()
  let newest: Refusal[] = []
  /** A call that reads the counts flushes them as well, and other windows still have to hear of it. */
  let isAnnounced = true
  const mutex = new Mutex()

  const flushNow = async (): Promise<void> => {
    if (counts.size === 0) return
    const taken = { counts: Object.fromEntries(counts), refusals: newest }
    counts = new Map()
    newest = []
    try {
      await store.write('webhooks.saveRefusals', taken)
    } catch (error) {
      // A full disk: they wait for the next flush, bounded as before.
      for (const [name, count] of Object.entries(taken.counts)) counts.set(name, (counts.get(name) ?? 0) + count)
      newest = [...taken.refusals, ...newest].slice(-KEPT)
      log.warn({ err: error }, 'rejected requests could not be stored')
    }
  }
  const flush = () => mutex.runExclusive(flushNow)

  const loop = createLoop({
    clock,
    everyMs: FLUSH_EVERY_MS,
    run: async () => {
      await flush()
      if (isAnnounced) return
      isAnnounced = true
      onChanged()
    },
    onFault: (error) => log.error({ err: error }, 'rejected requests could not be flushed'),
  })

  return {
    add: ({
      reason,
      brandId,
      remote = '',
    }: {
      reason: RefusalReason
      brandId: string | null
      remote: string | undefined
    }): void => {
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
      isAnnounced = false
      newest.push({ atMs: clock.now(), reason, brandId, remote })
      if (newest.length > 2 * KEPT) newest = newest.slice(-KEPT)
    },
    counts: async (): Promise<ReadonlyMap<string, number>> => {
      await flush()
      const all = new Map((await store.read('webhooks.counts', {})).map(({ name, count }) => [name, count]))
      for (const [name, count] of counts) all.set(name, (all.get(name) ?? 0) + count)
      return all
    },
    newest: async (limit: number): Promise<Refusal[]> => {
      await flush()
      return store.read('webhooks.refusals', { limit })
    },
    /** Drops what is not written yet of a removed brand. */
    forget: (brandId: string): void => {
      newest = newest.filter((refusal) => refusal.brandId !== brandId)
    },
    start: loop.start,
    close: async (): Promise<void> => {
      await loop.close()
      await flush()
    },
  }
}
export type Refusals = ReturnType<typeof createRefusals>
