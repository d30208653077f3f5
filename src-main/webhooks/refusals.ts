// Rejected requests are counted by the receiver's thread; here the counts and the newest ones are written now and then, so
// that a flood of them neither fills the disk nor slows deliveries down.
import { Mutex } from 'async-mutex'
import { createLoop } from '../base/background.ts'
import type { RoomParts } from '../room.ts'
import type { Refusal } from './queries/webhook-refusals.ts'
import { type CountedRefusals, REFUSALS_KEPT } from './refusal-counter.ts'

export type RefusalsDeps = Pick<RoomParts, 'store' | 'clock' | 'log'> & {
  /** What the receiver counted since the last time. */
  readonly take: () => Promise<CountedRefusals>
  /** Called now and then while requests are rejected. */
  readonly onChanged: () => void
}

const FLUSH_EVERY_MS = 2000

const add = (one: CountedRefusals, other: CountedRefusals): CountedRefusals => {
  const counts = { ...one.counts }
  for (const [name, count] of Object.entries(other.counts)) counts[name] = (counts[name] ?? 0) + count
  return { counts, refusals: [...one.refusals, ...other.refusals].slice(-REFUSALS_KEPT) }
}
const NONE: CountedRefusals = { counts: {}, refusals: [] }

export const createRefusals = ({ store, clock, log, take, onChanged }: RefusalsDeps) => {
  /** Taken and not written yet. */
  let waiting = NONE
  /** A call that reads the counts flushes them as well, and other windows still have to hear of it. */
  let isAnnounced = true
  const mutex = new Mutex()

  const flushNow = async (): Promise<void> => {
    waiting = add(waiting, await take())
    if (Object.keys(waiting.counts).length === 0) return
    isAnnounced = false
    try {
      await store.write('webhooks.saveRefusals', waiting)
      waiting = NONE
    } catch (error) {
      // A full disk: they wait for the next flush, bounded as before.
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
    counts: async (): Promise<ReadonlyMap<string, number>> => {
      await flush()
      const stored = await store.read('webhooks.counts', {})
      const all = add(
        { counts: Object.fromEntries(stored.map(({ name, count }) => [name, count])), refusals: [] },
        waiting,
      )
      return new Map(Object.entries(all.counts))
    },
    newest: async (limit: number): Promise<Refusal[]> => {
      await flush()
      return store.read('webhooks.refusals', { limit })
    },
    flush,
    start: loop.start,
    close: loop.close,
  }
}
export type Refusals = ReturnType<typeof createRefusals>
