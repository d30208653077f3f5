// Never more requests to one bucket (key or account × endpoint) in any 60 s than the limit, as the server counts them,
// also over restarts and clock jumps. So: a slot is freed 60 s after its request ended, not after it began (it reached
// the server at some moment between the two); slots are on disk before their request goes out; ages are measured by a
// clock that cannot be set. Slots are written a few ahead of use, so that one write serves several requests.
import type { Clock } from '../base/clock.ts'

/** Instants of requests in one bucket, kept over restarts. */
export type LimiterStore = {
  readonly load: () => Promise<readonly { readonly bucket: string; readonly atMs: number }[]>
  readonly save: (bucket: string, atMs: readonly number[]) => Promise<void>
}

export type TakeOptions = {
  readonly limit: number
  readonly signal?: AbortSignal | undefined
  /** Called when this request has to wait, with the end (wall clock); its result is called when the wait is over. */
  readonly onWait?: ((untilMs: number) => (() => void) | undefined) | undefined
}

export type LimiterDeps = {
  readonly store: LimiterStore
  readonly clock: Clock
  /** Milliseconds that only ever grow, whatever happens to the wall clock. */
  readonly monotonicMs: () => number
}

const WINDOW_MS = 60_000
/** Timers fire a little early, and two machines' seconds differ a little. */
const MARGIN_MS = 100
const HOLD_MS = WINDOW_MS + MARGIN_MS
/** A request written before a crash may have reached the server a little later than its stamp says. */
const CRASH_GRACE_MS = 1_000
const LEASE_MS = 5_000
const LEASE_SLOTS = 8

type Slot = { endedAt: number | null }
type Bucket = {
  slots: Slot[]
  pausedUntil: number
  /** Slots on disk that no request has used yet, good until `leasedUntil`. */
  leased: number
  leasedUntil: number
  /** Requests that wait for their slot to be on disk. */
  uncovered: number
  saving: Promise<void> | null
}

const emptyBucket = (): Bucket => ({
  slots: [],
  pausedUntil: Number.NEGATIVE_INFINITY,
  leased: 0,
  leasedUntil: Number.NEGATIVE_INFINITY,
  uncovered: 0,
  saving: null,
})

const freeAt = (slot: Slot, now: number): number => (slot.endedAt ?? now) + HOLD_MS

/** When the next slot can be free at the earliest; a request under way keeps its slot at least one window more. */
const nextFreeAt = (bucket: Bucket, limit: number, now: number): number => {
  bucket.slots = bucket.slots.filter((slot) => freeAt(slot, now) > now)
  const over = bucket.slots.length - limit
  if (over < 0) return bucket.pausedUntil
  const times = bucket.slots.map((slot) => freeAt(slot, now)).sort((a, b) => a - b)
  return Math.max(bucket.pausedUntil, times[over] ?? now)
}

export const createLimiter = async ({ store, clock, monotonicMs }: LimiterDeps) => {
  const buckets = new Map<string, Bucket>()
  const bucketOf = (name: string): Bucket => {
    const bucket = buckets.get(name) ?? emptyBucket()
    buckets.set(name, bucket)
    return bucket
  }

  const loadedAt = clock.now()
  for (const { bucket, atMs } of await store.load()) {
    const ageMs = Math.max(0, loadedAt - atMs) - CRASH_GRACE_MS
    if (ageMs < HOLD_MS) bucketOf(bucket).slots.push({ endedAt: monotonicMs() - ageMs })
  }

  const save = async (name: string, bucket: Bucket, limit: number): Promise<void> => {
    await null // requests of the same turn share this write
    const now = monotonicMs()
    const wallOffset = clock.now() - now
    const spare = Math.min(LEASE_SLOTS, limit - bucket.slots.length)
    const granted = Math.max(bucket.uncovered, spare, 1)
    const leasedUntil = now + LEASE_MS
    const ends = bucket.slots.slice(0, bucket.slots.length - bucket.uncovered).map((slot) => slot.endedAt ?? now)
    const leases = Array.from({ length: granted }, () => leasedUntil)
    await store.save(
      name,
      [...ends, ...leases].map((at) => Math.round(at + wallOffset)),
    )
    bucket.leased = granted
    bucket.leasedUntil = leasedUntil
  }

  const cover = async (name: string, bucket: Bucket, limit: number): Promise<void> => {
    while (bucket.leased === 0 || monotonicMs() >= bucket.leasedUntil) {
      bucket.saving ??= save(name, bucket, limit).finally(() => {
        bucket.saving = null
      })
      await bucket.saving
    }
    bucket.leased -= 1
  }

  /** The slot is taken in the same turn as the look, so that no other request takes it. */
  const takeTurn = async (bucket: Bucket, { limit, signal, onWait }: TakeOptions): Promise<Slot> => {
    for (;;) {
      signal?.throwIfAborted()
      const now = monotonicMs()
      const waitMs = nextFreeAt(bucket, limit, now) - now
      if (waitMs <= 0) {
        const slot: Slot = { endedAt: null }
        bucket.slots.push(slot)
        bucket.uncovered += 1
        return slot
      }
      const onWaited = onWait?.(clock.now() + waitMs)
      try {
        await clock.sleep(waitMs, signal)
      } finally {
        onWaited?.()
      }
    }
  }

  return {
    /**
     * Waits for a free slot; call the result when the request has ended, with `unused` where nothing was sent. Rejects with
     * the signal's reason.
     */
    take: async (name: string, options: TakeOptions): Promise<(how?: 'unused') => void> => {
      const bucket = bucketOf(name)
      const slot = await takeTurn(bucket, options)
      const giveBack = () => {
        bucket.slots = bucket.slots.filter((other) => other !== slot)
      }
      try {
        await cover(name, bucket, options.limit)
        options.signal?.throwIfAborted()
      } catch (error) {
        giveBack()
        throw error
      } finally {
        bucket.uncovered -= 1
      }
      return (how) => {
        if (how === 'unused') giveBack()
        else slot.endedAt ??= monotonicMs()
      }
    },
    /** The service asked to wait: nothing is sent in this bucket for `ms`. */
    pause: (name: string, ms: number): void => {
      const bucket = bucketOf(name)
      bucket.pausedUntil = Math.max(bucket.pausedUntil, monotonicMs() + ms)
    },
  }
}
export type Limiter = Awaited<ReturnType<typeof createLimiter>>
