import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src-shared/service/durations.ts'

/** Time as a parameter, so that tests can run hours in a moment. */
export type Clock = {
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number
  /** Milliseconds since some moment of this run; setting the wall clock does not change them. */
  readonly monotonicMs: () => number
  /** Where other threads read `now`; absent: they count on from it by the computer's clock. */
  readonly cell?: Float64Array
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** The longest time of one Node timer; longer sleeps are chained. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Node's own makes an error with its stack for each sleep that ends early; most do. */
const sleepOnce = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted === true) end()
    else signal?.addEventListener('abort', end, { once: true })
  })

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: async (ms, signal) => {
    for (let left = ms; left > 0; left -= TIMER_MAX_MS) {
      await sleepOnce(Math.min(left, TIMER_MAX_MS), signal)
    }
  },
}

/** Milliseconds that are the same for all threads of the process, and never set by anybody. */
export const processMonotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6

/** The clock as it is now, then counted on: two of its instants differ by the time that has passed. */
export const steadyClock = (clock: Clock): Clock => {
  const startMs = clock.now() - clock.monotonicMs()
  return { ...clock, now: () => Math.round(startMs + clock.monotonicMs()) }
}

/** An instant as the contract writes it. */
export const toInstant = (ms: number): string => new Date(ms).toISOString()
export const toInstantOrNull = (ms: number | null | undefined): string | null => (ms == null ? null : toInstant(ms))
const momentFormat = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' },
})
/** `2 Dec, 09:00 UTC`, for sentences that the window shows. */
export const momentText = (instant: string): string => `${momentFormat.format(new Date(instant))} UTC`
/** The calendar day of an instant in UTC, YYYY-MM-DD. */
export const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const dayFormat = (timeZone?: string) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
/** To make one takes a hundred times as long as to use it. The computer's zone may change while the desk runs. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()
/** The same in a time zone; without one, in the computer's. */
export const localDay = (ms: number, timeZone?: string): string => {
  if (timeZone === undefined) return dayFormat().format(ms)
  const format = dayFormats.get(timeZone) ?? dayFormat(timeZone)
  dayFormats.set(timeZone, format)
  return format.format(ms)
}

export { DAY_MS, HOUR_MS, MINUTE_MS }

/** A calendar day as whole days since 1970, the form days have in the cache. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const monthFormat = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })
/** `17 Nov`, of whole days since 1970, for sentences that the window shows. */
export const dayText = (number: number): string =>
  `${new Date(number * DAY_MS).getUTCDate()} ${monthFormat.format(number * DAY_MS)}`
export const dayFromNumber = (number: number): string => toDay(number * DAY_MS)
