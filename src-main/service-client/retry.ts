import type { Safety } from '../../src-shared/service/define.ts'
import { isServiceWord, ServiceErrorBodySchema } from '../../src-shared/service/errors.ts'
import type { ReplyHeaders } from '../base/exchange.ts'
import type { Outcome } from './send.ts'

/** What follows an attempt: its reply, another attempt (after a wait of this request or of the whole bucket), or an error. */
export type Next =
  | { readonly kind: 'done' }
  | { readonly kind: 'repeat'; readonly afterMs: number }
  | { readonly kind: 'limited'; readonly afterMs: number }
  | { readonly kind: 'stop'; readonly isUnknown: boolean; readonly retryAfterSeconds?: number }

export type Tries = {
  /** Attempts so far that ended in a transient error, this one included. */
  readonly faults: number
  /** Attempts so far that ended in 429, this one included. */
  readonly limited: number
}

export type RetryRules = {
  readonly safety: Safety
  readonly tries: Tries
  readonly random: () => number
  readonly nowMs: number
}

const TRIES_MAX = 4
const LIMITED_MAX = 10
const BACKOFF_FIRST_MS = 1_000
const BACKOFF_MAX_MS = 60_000
/** A longer wait than this ends the request as an error, to be tried again later. */
const WAIT_MAX_MS = 15 * 60_000

/** Statuses after which the service may or may not have carried out the request. */
const TRANSIENT_STATUSES = new Set([408, 500, 502, 503, 504])

/** A connection that broke while it was made, as at a gateway that starts again. */
const BROKEN_CODES = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

export const isRepeatable = (safety: Safety): boolean => safety === 'read' || safety === 'set'

/** Exponential back-off with full jitter: anything from nothing to the whole step. `count` is 1 after the first try. */
export const backoffMs = (count: number, random: () => number): number =>
  Math.round(random() * Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** (count - 1)))

const parseJson = (body: ArrayBuffer): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}

/** Whether the service itself, and not a gateway, sent this error. */
export const isServiceError = ({ status, body }: { status: number; body: ArrayBuffer }): boolean =>
  isServiceWord(parseJson(body), status)

/** The service's error body, or null where it sent something else (HTML, nothing). */
export const readErrorBody = (body: ArrayBuffer) => {
  const parsed = ServiceErrorBodySchema.safeParse(parseJson(body))
  return parsed.success ? parsed.data : null
}

const retryAfterHeaderMs = (headers: ReplyHeaders, nowMs: number): number | null => {
  const text = headers['retry-after']?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs)
}

/** How long a 429 asks to wait: the body's field, else the header, else null. */
export const askedWaitMs = (reply: { headers: ReplyHeaders; body: ArrayBuffer }, nowMs: number): number | null => {
  const seconds = readErrorBody(reply.body)?.retryAfterSeconds
  return seconds === undefined ? retryAfterHeaderMs(reply.headers, nowMs) : seconds * 1000
}

const afterLimited = (
  reply: { headers: ReplyHeaders; body: ArrayBuffer },
  { tries, random, nowMs }: Omit<RetryRules, 'safety'>,
): Next => {
  const asked = askedWaitMs(reply, nowMs)
  const afterMs = asked ?? backoffMs(tries.limited, random)
  if (tries.limited < LIMITED_MAX && afterMs <= WAIT_MAX_MS) return { kind: 'limited', afterMs }
  return { kind: 'stop', isUnknown: false, retryAfterSeconds: Math.ceil(afterMs / 1000) }
}

/**
 * What follows an outcome. 429: any operation waits and is sent again. 5xx, a time-out or a cut line: `read` and `set` are
 * sent again with backoff, the rest ends as unknown. Any other 4xx ends it.
 */
export const afterOutcome = (outcome: Outcome, rules: RetryRules): Next => {
  const { safety, tries, random } = rules
  if (outcome.kind === 'reply') {
    if (outcome.status >= 200 && outcome.status < 300) return { kind: 'done' }
    if (outcome.status === 429) return afterLimited(outcome, rules)
    const isClear = outcome.status < 500 && outcome.status !== 408
    if (isClear) return { kind: 'stop', isUnknown: false }
    // The service did not do what it says it does not offer; a gateway that says so cannot know.
    if (outcome.status === 501) return { kind: 'stop', isUnknown: !isRepeatable(safety) && !isServiceError(outcome) }
    if (!isRepeatable(safety)) return { kind: 'stop', isUnknown: true }
    if (!TRANSIENT_STATUSES.has(outcome.status)) return { kind: 'stop', isUnknown: false }
  } else {
    if (!isRepeatable(safety)) return { kind: 'stop', isUnknown: outcome.kind !== 'refused' }
    // Where nothing can be reached, or the deadline was too short, another attempt would end the same way.
    const isBroken = outcome.kind === 'refused' && BROKEN_CODES.has(outcome.code ?? '')
    const isFinal = outcome.kind !== 'timeout' && outcome.kind !== 'cut' && !isBroken
    if (isFinal) return { kind: 'stop', isUnknown: false }
  }
  if (tries.faults >= TRIES_MAX) return { kind: 'stop', isUnknown: false }
  return { kind: 'repeat', afterMs: backoffMs(tries.faults, random) }
}
