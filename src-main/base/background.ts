// Work that no call waits for: loops that run now and then, and work under way that closing waits for.
import PQueue from 'p-queue'
import type { Clock } from './clock.ts'

export type LoopOptions = {
  readonly clock: Clock
  /** Time between the end of one run and the next. */
  readonly everyMs: number
  /** Time from `start` to the first run: what a person asks for first goes before it. */
  readonly startAfterMs?: number
  /** `signal` is aborted by `close`. */
  readonly run: (signal: AbortSignal) => Promise<void>
  /** A run that failed; the loop goes on. */
  readonly onFault: (error: unknown) => void
}

/** While a desk opens, its window asks for its first rows: work that nobody waits for begins after that. */
export const AFTER_START_MS = 3_000

/** Runs at `start`, then every `everyMs`, and at once when it is woken, until it is closed. */
export const createLoop = ({ clock, everyMs, startAfterMs = 0, run, onFault }: LoopOptions) => {
  const closing = new AbortController()
  let wake = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const pause = (ms: number): Promise<void> =>
    clock.sleep(ms, AbortSignal.any([closing.signal, wake.signal])).catch(() => undefined)
  const loop = async (): Promise<void> => {
    if (startAfterMs > 0) await pause(startAfterMs)
    while (!closing.signal.aborted) {
      wake = new AbortController()
      await run(closing.signal).catch(onFault)
      await pause(everyMs)
    }
  }
  return {
    start: (): void => {
      running = loop()
    },
    wake: (): void => wake.abort(),
    /** Waits for the run under way. */
    close: async (): Promise<void> => {
      closing.abort()
      await running
    },
  }
}

/** Holds work under way until it has ended. */
export const createTracker = () => {
  const underWay = new Set<Promise<unknown>>()
  return {
    track: <Value>(work: Promise<Value>): Promise<Value> => {
      underWay.add(work)
      const forget = () => void underWay.delete(work)
      work.then(forget, forget)
      return work
    },
    /** Resolves when all work that is under way now has ended, well or not. */
    settled: async (): Promise<void> => void (await Promise.allSettled(underWay)),
  }
}

/** Waits until the work has ended, and no longer than `ms`. Never rejects. */
export const waitAtMost = async (clock: Clock, ms: number, work: Promise<unknown>): Promise<void> => {
  const timer = new AbortController()
  const late = clock.sleep(ms, timer.signal)
  await Promise.allSettled([Promise.race([work, late]).finally(() => timer.abort())])
}

/** The results in the order of the items; at most `concurrency` of them are worked on at a time. */
export const mapConcurrently = <Item, Result>(
  items: Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => new PQueue({ concurrency }).addAll(Array.from(items, (item) => () => work(item)))
