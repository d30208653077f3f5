// One line for each request that was sent, and for each wait before one. Never a header, a body or an address.
import type { Log } from '../base/log.ts'
import type { Next } from './retry.ts'
import type { Outcome } from './send.ts'
import type { Subject } from './to-desk-error.ts'

export type Attempt = {
  readonly outcome: Outcome
  /** From the first byte sent to the last byte received. */
  readonly ms: number
  /** 1 for the first. */
  readonly attempt: number
  /** What follows it; null: nothing. */
  readonly next: Next | null
}

const SLOW_REQUEST_MS = 2_000
const LONG_WAIT_MS = 5_000

const levelOf = ({ outcome, ms, next }: Attempt): 'debug' | 'info' | 'warn' => {
  if (next?.kind === 'limited' || next?.kind === 'repeat') return 'warn'
  if (outcome.kind === 'cancelled') return 'debug'
  if (outcome.kind !== 'reply') return 'info'
  if (outcome.status === 429) return 'warn'
  return outcome.status >= 400 || ms >= SLOW_REQUEST_MS ? 'info' : 'debug'
}

export const createRequestLog = (log: Log) => ({
  attempt: ({ operation, brandId }: Subject, attempt: Attempt): void => {
    const { outcome, ms, next } = attempt
    const status = outcome.kind === 'reply' ? outcome.status : outcome.kind
    const wait = next !== null && 'afterMs' in next ? { retryAfterMs: next.afterMs } : {}
    log[levelOf(attempt)]({ operation, brandId, status, ms, attempt: attempt.attempt, ...wait }, 'request')
  },
  wait: ({ operation, brandId }: Subject, exactMs: number): void => {
    const waitMs = Math.round(exactMs)
    // Left over from a timer that fired a little early.
    if (waitMs < 1) return
    log[waitMs >= LONG_WAIT_MS ? 'info' : 'debug']({ operation, brandId, waitMs }, 'limiter wait')
  },
})
