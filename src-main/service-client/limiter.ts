// Never more requests to one bucket (key or account × endpoint) in any 60 s than the limit, as the server counts them,
// also over restarts and clock jumps. So: a slot is freed 60 s after its request ended, not after it began (it reached
// the server at some moment between the two); slots are on disk before their request goes out; ages are measured by a
// clock that cannot be set. Slots are written a few ahead of use, so that one write serves several requests; it writes what
// moved since the last one, for a window of thousands would be written again and again.
import type { Clock } from '../base/clock.ts'
import type { LimiterInstant } from './queries/limiter-windows.ts'
import { createWaitingLine, type TakeOptions, type WaitingLine } from './waiting-line.ts'

/** Instants of requests in one bucket, kept over restarts. */
export type LimiterStore = {
  readonly load: () => Promise<readonly LimiterInstant[]>
  /** In the place of what is stored of the bucket from `fromMs` on; null: of all of it. */
  readonly save: (bucket: string, window: { readonly atMs: number[]; readonly fromMs: number | null }) => Promise<void>
  /** In the place of all that is stored. */
  readonly replace: (instants: readonly LimiterInstant[]) => Promise<void>
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
/** The wall clock was set, or moved so far from the other one. */
const CLOCK_MOVED_MS = 50

/** Of requests whose key is not known; without an operation: of which nothing is known. */
const ANY = 'any'
/** Earlier versions counted by brand. */
const OF_BRAND = /^brand:\S+/
const anyKeyOf = (bucket: string): string => `${ANY} ${bucket.slice(bucket.indexOf(' ') + 1)}`

/** `isCovered`: it is on disk, as one of its own or as one that was written ahead. */
type Slot = { endedAt: number | null; isCovered: boolean }
/** What ended before `savedAt` is stored for good, by the wall clock as it was at the last write of the whole window. */
type Stored = { readonly savedAt: number; readonly wholeAt: number; readonly wallOffset: number }
type Bucket = {
  slots: Slot[]
  pausedUntil: number
  /** Slots on disk that no request has used yet, good until `leasedUntil`. */
  leased: number
  leasedUntil: number
  saving: Promise<void> | null
  /** Null: nothing of this start yet. */
  stored: Stored | null
  readonly line: WaitingLine<Slot>
  /** Ends the sleep until the next slot is free. */
  wake: () => void
  isServing: boolean
}

type Loaded = { readonly bucket: string; readonly endedAt: number }

/** What still counts of the requests before this start; the rest is deleted. */
const loadRecent = async (
  store: LimiterStore,
  { nowMs, monotonicMs }: { readonly nowMs: number; readonly monotonicMs: number },
): Promise<Loaded[]> => {
  const stored = (await store.load()).map(({ bucket, atMs }) => ({ bucket: bucket.replace(OF_BRAND, ANY), atMs }))
  const ageOf = ({ atMs }: LimiterInstant) => Math.max(0, nowMs - atMs) - CRASH_GRACE_MS
  const recent = stored.filter((instant) => ageOf(instant) < HOLD_MS)
  if (stored.length > recent.length) await store.replace(recent)
  return recent.map((instant) => ({ bucket: instant.bucket, endedAt: monotonicMs - ageOf(instant) }))
}

/** Requests of before under this name; those whose key is not known count for each key, or stop all requests. */
const newBucket = (name: string, loaded: readonly Loaded[]): Bucket => {
  const bucket: Bucket = {
    slots: loaded
      .filter(({ bucket: of }) => of === name || of === anyKeyOf(name))
      .map(({ endedAt }) => ({ endedAt, isCovered: true })),
    pausedUntil: Math.max(...loaded.filter(({ bucket: of }) => of === ANY).map(({ endedAt }) => endedAt + HOLD_MS)),
    leased: 0,
    leasedUntil: Number.NEGATIVE_INFINITY,
    saving: null,
    stored: null,
    line: createWaitingLine(() => {
      if (bucket.line.size() === 0) bucket.wake()
    }),
    wake: () => undefined,
    isServing: false,
  }
  return bucket
}

const freeAt = (slot: Slot, now: number): number => (slot.endedAt ?? now) + HOLD_MS

/** When each place in the line (from 0) can have a slot at the earliest; a request under way keeps its own one window more. */
const freeTimes = (bucket: Bucket, limit: number, now: number): ((place: number) => number) => {
  bucket.slots = bucket.slots.filter((slot) => freeAt(slot, now) > now)
  const over = bucket.slots.length - limit
  let times: number[] | undefined
  return (place) => {
    if (over + place < 0) return bucket.pausedUntil
    times ??= bucket.slots.map((slot) => freeAt(slot, now)).sort((a, b) => a - b)
    const rounds = Math.floor(place / limit)
    return Math.max(bucket.pausedUntil, times[over + (place % limit)] ?? now) + rounds * HOLD_MS
  }
}

export const createLimiter = async ({ store, clock, monotonicMs }: LimiterDeps) => {
  const loaded = await loadRecent(store, { nowMs: clock.now(), monotonicMs: monotonicMs() })
  const buckets = new Map<string, Bucket>()
  const bucketOf = (name: string): Bucket => {
    const bucket = buckets.get(name) ?? newBucket(name, loaded)
    buckets.set(name, bucket)
    return bucket
  }

  /** The whole window is written at first, once in a minute, and after the wall clock moved: `savedAt` is null then. */
  const storedFor = ({ stored }: Bucket, now: number): { savedAt: number | null } & Omit<Stored, 'savedAt'> => {
    const wallOffset = clock.now() - now
    const isLate = stored === null || now - stored.wholeAt >= HOLD_MS
    if (isLate || Math.abs(wallOffset - stored.wallOffset) > CLOCK_MOVED_MS)
      return { savedAt: null, wholeAt: now, wallOffset }
    return stored
  }

  const save = async (name: string, bucket: Bucket, limit: number): Promise<void> => {
    await null // requests of the same turn share this write
    const now = monotonicMs()
    const { savedAt, wholeAt, wallOffset } = storedFor(bucket, now)
    const spare = Math.min(LEASE_SLOTS, limit - bucket.slots.length)
    const covered = bucket.slots.filter(({ isCovered }) => isCovered)
    const granted = Math.max(bucket.slots.length - covered.length, spare, 1)
    const leasedUntil = now + LEASE_MS
    const ends = covered.map((slot) => slot.endedAt ?? now)
    const leases = Array.from({ length: granted }, () => leasedUntil)
    const fromMs = savedAt === null ? null : Math.round(savedAt + wallOffset)
    const atMs = [...ends, ...leases].map((at) => Math.round(at + wallOffset))
    await store.save(name, { atMs: atMs.filter((at) => fromMs === null || at >= fromMs), fromMs })
    bucket.stored = { savedAt: now, wholeAt, wallOffset }
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

  /** In the same turn as the look, so that no other request takes it. */
  const newSlot = (bucket: Bucket): Slot => {
    const slot: Slot = { endedAt: null, isCovered: false }
    bucket.slots.push(slot)
    return slot
  }

  const sleepUnlessWoken = async (bucket: Bucket, ms: number): Promise<void> => {
    const woken = new AbortController()
    bucket.wake = () => woken.abort()
    await clock.sleep(ms, woken.signal).catch(() => undefined)
  }

  const byWallClock = (freeAtPlace: (place: number) => number): ((place: number) => number) => {
    const wallOffset = clock.now() - monotonicMs()
    return (place) => freeAtPlace(place) + wallOffset
  }

  /** One sleep for all that wait: where each slept for itself, all woke for each slot. */
  const serve = async (bucket: Bucket): Promise<void> => {
    if (bucket.isServing) return
    bucket.isServing = true
    const { line } = bucket
    while (line.size() > 0) {
      const now = monotonicMs()
      const freeAtPlace = freeTimes(bucket, line.limit(), now)
      if (freeAtPlace(0) <= now) line.grant(newSlot(bucket))
      else {
        line.noteWaits(byWallClock(freeAtPlace), clock.now())
        await sleepUnlessWoken(bucket, freeAtPlace(0) - now)
      }
    }
    bucket.isServing = false
  }

  const slotFor = (bucket: Bucket, options: TakeOptions): Slot | Promise<Slot> => {
    options.signal?.throwIfAborted()
    const now = monotonicMs()
    const freeAtPlace = freeTimes(bucket, options.limit, now)
    if (bucket.line.size() === 0 && freeAtPlace(0) <= now) return newSlot(bucket)
    const slot = bucket.line.join(options, byWallClock(freeAtPlace))
    void serve(bucket)
    return slot
  }

  return {
    /**
     * Waits for a free slot; call the result when the request has ended, with `unused` where nothing was sent. Rejects with
     * the signal's reason.
     */
    take: async (name: string, options: TakeOptions): Promise<(how?: 'unused') => void> => {
      const bucket = bucketOf(name)
      const slot = await slotFor(bucket, options)
      const giveBack = () => {
        bucket.slots = bucket.slots.filter((other) => other !== slot)
        bucket.wake()
      }
      try {
        await cover(name, bucket, options.limit)
        options.signal?.throwIfAborted()
      } catch (error) {
        giveBack()
        throw error
      }
      slot.isCovered = true
      return (how) => {
        if (how === 'unused') giveBack()
        else slot.endedAt ??= monotonicMs()
      }
    },
    /** Once nothing is sent any more: what is stored is then what was sent, without slots that no request used. */
    close: async (): Promise<void> => {
      const now = monotonicMs()
      const wallOffset = clock.now() - now
      for (const bucket of buckets.values()) await bucket.saving
      const known = [...buckets].flatMap(([bucket, { slots }]) =>
        slots.map(({ endedAt }) => ({ bucket, endedAt: endedAt ?? now })),
      )
      const unread = loaded.filter(({ bucket }) => !buckets.has(bucket))
      const counted = [...known, ...unread].filter(({ endedAt }) => endedAt + HOLD_MS > now)
      await store.replace(counted.map(({ bucket, endedAt }) => ({ bucket, atMs: Math.round(endedAt + wallOffset) })))
    },
    /** Requests of this bucket that count now. */
    taken: async (name: string): Promise<number> => {
      const now = monotonicMs()
      return bucketOf(name).slots.filter((slot) => freeAt(slot, now) > now).length
    },
    /** The service asked to wait: nothing is sent in this bucket for `ms`. */
    pause: (name: string, ms: number): void => {
      const bucket = bucketOf(name)
      bucket.pausedUntil = Math.max(bucket.pausedUntil, monotonicMs() + ms)
    },
  }
}
export type Limiter = Awaited<ReturnType<typeof createLimiter>>
