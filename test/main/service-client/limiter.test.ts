import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLimiter, type LimiterStore } from '../../../src-main/service-client/limiter.ts'
import type { LimiterInstant } from '../../../src-main/service-client/queries/limiter-windows.ts'
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts'

const createWindows = (): LimiterStore & {
  saves: number
  written: number
  buckets: Map<string, readonly number[]>
} => {
  const windows = {
    saves: 0,
    written: 0,
    buckets: new Map<string, readonly number[]>(),
    load: async () => [...windows.buckets].flatMap(([bucket, times]) => times.map((atMs) => ({ bucket, atMs }))),
    save: async (bucket: string, { atMs, fromMs }: Parameters<LimiterStore['save']>[1]) => {
      windows.saves += 1
      windows.written += atMs.length
      const kept = (windows.buckets.get(bucket) ?? []).filter((at) => fromMs !== null && at < fromMs)
      windows.buckets.set(bucket, [...kept, ...atMs])
    },
    replace: async (instants: readonly LimiterInstant[]) => {
      windows.buckets = new Map()
      for (const { bucket, atMs } of instants)
        windows.buckets.set(bucket, [...(windows.buckets.get(bucket) ?? []), atMs])
    },
  }
  return windows
}

const start = (clock: ManualClock, store: LimiterStore) =>
  createLimiter({ store, clock, monotonicMs: clock.monotonicMs })

/** The most arrivals in any 60 s, each window closed at its end. */
const largestWindow = (arrivals: readonly number[]): number =>
  Math.max(0, ...arrivals.map((end) => arrivals.filter((at) => at > end - 60_000 && at <= end).length))

describe('the limiter', () => {
  it('allows the limit at once and delays the next until the window has moved', async () => {
    const clock = createManualClock()
    const limiter = await start(clock, createWindows())
    for (let request = 0; request < 3; request += 1) (await limiter.take('a', { limit: 3 }))()
    const waits: number[] = []
    const onWait = (untilMs: number) => {
      waits.push(untilMs)
      return undefined
    }
    const fourth = limiter.take('a', { limit: 3, onWait })
    const before = clock.now()
    await clock.runUntil(fourth)
    expect(clock.now() - before).toBeGreaterThanOrEqual(60_000)
    expect(clock.now() - before).toBeLessThan(61_000)
    expect(waits).toEqual([clock.now()])
  })

  it('frees the slot of a request that was never sent', async () => {
    const clock = createManualClock()
    const limiter = await start(clock, createWindows())
    const first = await limiter.take('a', { limit: 1 })
    first('unused')
    await limiter.take('a', { limit: 1 })
    expect(clock.sleeping()).toEqual([])
  })

  it('delays no other bucket', async () => {
    const clock = createManualClock()
    const limiter = await start(clock, createWindows())
    limiter.pause('a', 60_000)
    await limiter.take('b', { limit: 1 })
    expect(clock.sleeping()).toEqual([])
  })

  it('is on disk before the request may go out', async () => {
    const clock = createManualClock()
    const windows = createWindows()
    const limiter = await start(clock, windows)
    await limiter.take('service:x rankTracking.topKeywords', { limit: 60 })
    expect(windows.buckets.get('service:x rankTracking.topKeywords')?.length).toBeGreaterThan(0)
  })

  it.each([
    ['of a brand, by an earlier version', 'brand:b1 outreach.queue'],
    ['of a key that is not known', 'any outreach.queue'],
  ])('counts requests %s for each key, for their operation alone, until they are a minute old', async (_, bucket) => {
    const clock = createManualClock()
    const windows = createWindows()
    windows.buckets.set(bucket, [clock.now() - 20_000, clock.now() - 70_000])
    const limiter = await start(clock, windows)
    await limiter.take('service:x outreach.queue', { limit: 2 })
    await limiter.take('service:x connectors.catalog', { limit: 1 })
    const before = clock.now()
    await clock.runUntil(limiter.take('service:y outreach.queue', { limit: 1 }))
    expect(clock.now() - before).toBeGreaterThanOrEqual(40_000)
    expect(clock.now() - before).toBeLessThan(42_000)
  })

  it('allows nothing for a minute where nothing is known of the last one', async () => {
    const clock = createManualClock()
    const windows = createWindows()
    windows.buckets.set('any', [clock.now()])
    const limiter = await start(clock, windows)
    const before = clock.now()
    await clock.runUntil(limiter.take('service:y outreach.queue', { limit: 60 }))
    expect(clock.now() - before).toBeGreaterThanOrEqual(60_000)
  })

  it('stores at its end what was sent, without the slots that no request used, and keeps what it never read', async () => {
    const clock = createManualClock()
    const windows = createWindows()
    windows.buckets.set('unread', [clock.now() - 5_000])
    windows.buckets.set('old', [clock.now() - 70_000])
    const limiter = await start(clock, windows)
    const end = await limiter.take('a', { limit: 60 })
    await limiter.take('a', { limit: 60 })
    expect(windows.buckets.get('a')?.length).toBeGreaterThan(2)
    await clock.advance(1_000)
    end()
    const endedMs = clock.now()
    await clock.advance(30_000)
    await limiter.close()
    expect([...windows.buckets.keys()].toSorted()).toEqual(['a', 'unread'])
    // One is still under way: it may be counted as late as now.
    expect(windows.buckets.get('a')).toEqual([endedMs, clock.now()])
  })

  it('allows nothing when the window cannot be stored', async () => {
    const clock = createManualClock()
    const limiter = await start(clock, { ...createWindows(), save: () => Promise.reject(new Error('disk full')) })
    await expect(limiter.take('a', { limit: 60 })).rejects.toThrow('disk full')
  })

  it('writes less often than it allows a request', async () => {
    const clock = createManualClock()
    const windows = createWindows()
    const limiter = await start(clock, windows)
    for (let request = 0; request < 48; request += 1) (await limiter.take('a', { limit: 60 }))()
    expect(windows.saves).toBeLessThanOrEqual(6)
  })

  it('writes a request a few times, however many the window has, and all of them once the wall clock moved', async () => {
    const clock = createManualClock()
    const windows = createWindows()
    const limiter = await start(clock, windows)
    const takeMany = async (count: number) => {
      for (let request = 0; request < count; request += 1) {
        const end = await limiter.take('a', { limit: 2000 })
        await clock.advance(10)
        end()
      }
    }
    await takeMany(1_000)
    expect(windows.written).toBeLessThan(3_000)
    const atMs = () => (windows.buckets.get('a') ?? []).toSorted((a, b) => a - b)
    const before = atMs()
    expect(before.length).toBeGreaterThanOrEqual(1_000)
    clock.jump(7_200_000)
    await takeMany(8)
    expect(atMs().slice(0, 900)).toEqual(before.slice(0, 900).map((at) => at + 7_200_000))
  })

  it('ends a cancelled wait, and gives its slot to the next', async () => {
    const clock = createManualClock()
    const limiter = await start(clock, createWindows())
    const end = await limiter.take('a', { limit: 1 })
    end()
    const controller = new AbortController()
    const waits = limiter.take('a', { limit: 1, signal: controller.signal })
    await clock.whenSleeping(() => true)
    controller.abort(new Error('enough'))
    await expect(waits).rejects.toThrow('enough')
    expect(clock.sleeping()).toEqual([])
    await clock.runUntil(limiter.take('a', { limit: 1 }))
  })

  it('gives a free slot to the most urgent request, as urgent as it is then; of equal ones to the first', async () => {
    const clock = createManualClock()
    const limiter = await start(clock, createWindows())
    ;(await limiter.take('a', { limit: 1 }))()
    const order: string[] = []
    let later = 0
    const take = async (name: string, urgency?: () => number): Promise<void> => {
      const end = await limiter.take('a', { limit: 1, urgency })
      order.push(name)
      end()
    }
    const all = [
      take('first of a sync', () => 0),
      take('second of a sync', () => 0),
      take('raised while it waits', () => later),
      take('of a person'),
    ]
    await clock.advance(1_000)
    later = 1
    await clock.runUntil(Promise.all(all))
    expect(order).toEqual(['of a person', 'raised while it waits', 'first of a sync', 'second of a sync'])
  })

  it('tells each that waits once until when, by its place', async () => {
    const clock = createManualClock()
    const limiter = await start(clock, createWindows())
    for (let request = 0; request < 2; request += 1) {
      ;(await limiter.take('a', { limit: 2 }))()
      await clock.advance(1_000)
    }
    const told = new Map<number, number[]>()
    const granted = new Map<number, number>()
    const all = [0, 1, 2, 3, 4].map(async (place) => {
      const onWait = (untilMs: number) => {
        told.set(place, [...(told.get(place) ?? []), untilMs])
        return undefined
      }
      const end = await limiter.take('a', { limit: 2, urgency: () => 0, onWait })
      granted.set(place, clock.now())
      end()
    })
    await clock.runUntil(Promise.all(all))
    expect([...told].map(([place, times]) => [place, times.length])).toEqual([0, 1, 2, 3, 4].map((place) => [place, 1]))
    expect([...granted]).toEqual([...told].map(([place, times]) => [place, times[0]]))
  })

  it('tells one that was overtaken again until when it waits, once its time has passed', async () => {
    const clock = createManualClock()
    const limiter = await start(clock, createWindows())
    ;(await limiter.take('a', { limit: 1 }))()
    const told: number[] = []
    const onWait = (untilMs: number) => {
      told.push(untilMs)
      return undefined
    }
    const end = async (taken: ReturnType<typeof limiter.take>) => (await taken)()
    const overtaken = end(limiter.take('a', { limit: 1, urgency: () => 0, onWait }))
    const behind = end(limiter.take('a', { limit: 1, urgency: () => 0 }))
    const urgent = end(limiter.take('a', { limit: 1 }))
    await clock.runUntil(urgent)
    const urgentMs = clock.now()
    await clock.runUntil(overtaken)
    expect(told).toEqual([urgentMs, clock.now()])
    await clock.runUntil(behind)
  })

  it('gives a slot that no request used to one that waits, at once', async () => {
    const clock = createManualClock()
    const limiter = await start(clock, createWindows())
    const end = await limiter.take('a', { limit: 1 })
    const next = limiter.take('a', { limit: 1 })
    await clock.whenSleeping(() => true)
    end('unused')
    await next
    expect(clock.sleeping()).toEqual([])
  })

  it.each([
    ['backwards', -7_200_000],
    ['forwards', 7_200_000],
  ])('waits neither longer nor shorter when the wall clock jumps %s', async (_, jumpMs) => {
    const clock = createManualClock()
    const limiter = await start(clock, createWindows())
    const end = await limiter.take('a', { limit: 1 })
    end()
    clock.jump(jumpMs)
    const from = clock.monotonicMs()
    await clock.runUntil(limiter.take('a', { limit: 1 }))
    expect(clock.monotonicMs() - from).toBeGreaterThanOrEqual(60_000)
    expect(clock.monotonicMs() - from).toBeLessThan(61_000)
  })

  it('restarts with a wait of at most one window when the wall clock was set back meanwhile', async () => {
    const clock = createManualClock()
    const windows = createWindows()
    const first = await start(clock, windows)
    const end = await first.take('a', { limit: 1 })
    end()
    clock.jump(-7_200_000)
    const second = await start(clock, windows)
    const from = clock.monotonicMs()
    await clock.runUntil(second.take('a', { limit: 1 }))
    expect(clock.monotonicMs() - from).toBeLessThanOrEqual(62_000)
  })

  it('has every request of the last minute on disk at any time, however slow the disk and the requests are', async () => {
    const ms = (max: number) => fc.integer({ min: 0, max })
    const request = fc.record({ afterMs: ms(400), takesMs: ms(12_000), isUnused: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 120 }), ms(40), async (requests, diskMs) => {
        const clock = createManualClock()
        const windows = createWindows()
        const save: LimiterStore['save'] = async (bucket, window) => {
          await clock.sleep(diskMs)
          await windows.save(bucket, window)
        }
        const limiter = await start(clock, { ...windows, load: windows.load, save })
        const sent: { endedMs: number | null }[] = []
        const assertStored = () => {
          const isNew = (atMs: number) => atMs > clock.now() - 60_000
          const needed = sent.filter(({ endedMs }) => isNew(endedMs ?? clock.now()))
          const stored = (windows.buckets.get('a') ?? []).filter(isNew)
          expect(stored.length).toBeGreaterThanOrEqual(needed.length)
        }
        const run = async ({ takesMs, isUnused }: (typeof requests)[number]) => {
          const end = await limiter.take('a', { limit: requests.length })
          if (isUnused) return end('unused')
          const one: (typeof sent)[number] = { endedMs: null }
          sent.push(one)
          assertStored()
          await clock.sleep(takesMs)
          one.endedMs = clock.now()
          end()
          assertStored()
        }
        const runAll = async () => {
          const all: Promise<void>[] = []
          for (const one of requests) {
            await clock.sleep(one.afterMs)
            all.push(run(one))
          }
          await Promise.all(all)
        }
        await clock.runUntil(runAll())
      }),
      { numRuns: 60 },
    )
  })

  it('never exceeds the limit as the server counts, over any pace, delay and restart', async () => {
    const step = fc.record({
      gapMs: fc.integer({ min: 0, max: 20_000 }),
      requests: fc.integer({ min: 1, max: 12 }),
      isRestart: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.array(fc.record({ there: fc.integer({ min: 0, max: 900 }), back: fc.integer({ min: 0, max: 4_000 }) }), {
          minLength: 7,
          maxLength: 7,
        }),
        async (limit, steps, delays) => {
          const clock = createManualClock()
          const windows = createWindows()
          const arrivals: number[] = []
          let limiter = await start(clock, windows)
          let life = new AbortController()
          let count = 0
          const request = async (from: typeof limiter, { signal }: AbortController) => {
            const end = await from.take('a', { limit, signal })
            const { there, back } = delays[count++ % delays.length] ?? { there: 0, back: 0 }
            // A sent request arrives, even if its sender ends.
            await clock.sleep(there)
            arrivals.push(clock.monotonicMs())
            await clock.sleep(back)
            end()
          }
          const all: Promise<unknown>[] = []
          const run = async () => {
            for (const { gapMs, requests, isRestart } of steps) {
              if (isRestart) {
                life.abort()
                limiter = await start(clock, windows)
                life = new AbortController()
              }
              for (let n = 0; n < requests; n += 1) all.push(request(limiter, life).catch(() => undefined))
              await clock.sleep(gapMs)
            }
            await Promise.all(all)
          }
          await clock.runUntil(run())
          expect(arrivals.length).toBeGreaterThan(0)
          expect(largestWindow(arrivals)).toBeLessThanOrEqual(limit)
        },
      ),
      { numRuns: 40 },
    )
  })
})
