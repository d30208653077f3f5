import type { Clock } from '../../src-main/base/clock.ts'

type Sleeper = { readonly atMs: number; readonly ms: number; readonly wake: () => void }

/** Runs everything that needs no time to pass: promises, and I/O that is ready. */
export const settle = async (turns = 5): Promise<void> => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Time that passes only when a test says so. */
export const createManualClock = (startMs = Date.UTC(2026, 5, 15, 12)) => {
  let elapsedMs = 0
  let offsetMs = 0
  const cell = new Float64Array(new SharedArrayBuffer(8))
  const pass = (toMs: number): void => {
    elapsedMs = toMs
    cell[0] = startMs + elapsedMs + offsetMs
  }
  pass(0)
  const sleepers = new Set<Sleeper>()
  const watchers = new Set<(sleeper: Sleeper) => void>()

  const clock: Clock = {
    now: () => startMs + elapsedMs + offsetMs,
    cell,
    monotonicMs: () => elapsedMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason)
        if (ms <= 0) return resolve()
        const sleeper: Sleeper = {
          atMs: elapsedMs + ms,
          ms,
          wake: () => {
            sleepers.delete(sleeper)
            signal?.removeEventListener('abort', giveUp)
            resolve()
          },
        }
        const giveUp = () => {
          sleepers.delete(sleeper)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', giveUp, { once: true })
        sleepers.add(sleeper)
        for (const watcher of [...watchers]) watcher(sleeper)
      }),
  }

  const next = (): Sleeper | undefined => [...sleepers].sort((a, b) => a.atMs - b.atMs)[0]

  return {
    ...clock,
    /** Spans of the sleeps under way. */
    sleeping: (): number[] => Array.from(sleepers, ({ ms }) => ms),
    /** Passes `ms`, waking sleepers in their order. */
    advance: async (ms: number): Promise<void> => {
      const untilMs = elapsedMs + ms
      for (let sleeper = next(); sleeper !== undefined && sleeper.atMs <= untilMs; sleeper = next()) {
        pass(Math.max(elapsedMs, sleeper.atMs))
        sleeper.wake()
        await settle(2)
      }
      pass(untilMs)
      await settle(2)
    },
    /** Sets the wall clock forwards or backwards; no time passes. */
    jump: (ms: number): void => {
      offsetMs += ms
      pass(elapsedMs)
    },
    /** Passes time until the work is done. For work without real I/O. */
    runUntil: async <Value>(work: Promise<Value>): Promise<Value> => {
      let isDone = false
      const done = () => {
        isDone = true
      }
      work.then(done, done)
      for (;;) {
        await settle(3)
        const sleeper = next()
        if (isDone) return work
        if (sleeper === undefined) continue
        pass(Math.max(elapsedMs, sleeper.atMs))
        sleeper.wake()
      }
    },
    /** Resolves with the span of a sleep that fits, as soon as one is under way. For work with real I/O. */
    whenSleeping: (isMeant: (ms: number) => boolean): Promise<number> => {
      const present = [...sleepers].find(({ ms }) => isMeant(ms))
      if (present !== undefined) return Promise.resolve(present.ms)
      return new Promise((resolve) => {
        const watcher = ({ ms }: Sleeper) => {
          if (!isMeant(ms)) return
          watchers.delete(watcher)
          resolve(ms)
        }
        watchers.add(watcher)
      })
    },
  }
}
export type ManualClock = ReturnType<typeof createManualClock>
