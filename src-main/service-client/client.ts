// Every request to the service passes here: built from the operation table, held back by the limiter, repeated only as its
// safety class allows. It ends as a parsed reply or one DeskError.

import type { z } from 'zod'
import { type KeyProof, KeyProofSchema } from '../../src-shared/service/connectors.ts'
import type { Safety } from '../../src-shared/service/define.ts'
import { type OperationName, operations, type ReplyOf, type RequestOf } from '../../src-shared/service/operations.ts'
import {
  demoProfile,
  fieldsOf,
  readingsOf,
  requestsPerMinuteOf,
  type ServiceProfile,
} from '../../src-shared/service/profile.ts'
import { type RawReply, type ReplyReading, readReply } from '../../src-shared/service/read-reply.ts'
import { DAY_MS } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Emit } from '../desk.ts'
import { assertSafeBaseUrl } from './base-url.ts'
import { bucketOf } from './bucket.ts'
import { buildRequest, type RawRequest } from './build-request.ts'
import { createLargeReplies, replyBytesMaxOf } from './large-replies.ts'
import type { Limiter } from './limiter.ts'
import type { KeyRefusal } from './queries/key-refusals.ts'
import { createRequestLog } from './request-log.ts'
import { afterOutcome, isRepeatable } from './retry.ts'
import { type Outcome, type SendDeps, send } from './send.ts'
import { badResponse, cancelled, type Subject, toDeskError, unknownOutcome } from './to-desk-error.ts'

/** The key and the address of a brand's requests. */
export type Access = {
  readonly key: string
  readonly baseUrl: string
  /** The brand's name, for messages. */
  readonly label: string
  /** Its requests go to the demo's own sandbox, which has our paths and names. */
  readonly isDemo: boolean
  /** Requests with the same account share its limits, where the profile counts per account. */
  readonly account: string
}

export type ServiceClientDeps = SendDeps & {
  /** Longest time of one request as a whole, by the operation's safety class. */
  readonly deadlinesMs: Readonly<Record<Safety, number>>
  readonly random: () => number
  readonly limiter: Limiter
  readonly profile: () => ServiceProfile
  /** Rejects with a DeskError where the brand has no key or no address. */
  readonly accessOf: (brandId: string) => Promise<Access>
  readonly emit: Emit
  readonly log: Log
  /** The service refused a brand's request for its rate, although clearly less than the limit was sent. */
  readonly onEarlyRefusal?: (refusal: Omit<KeyRefusal, 'atMs'>) => void
  /** Aborted when the desk closes: no new request begins; waits and reads end. */
  readonly closing: AbortSignal
  /** Aborted a while after that: requests that change something end as well, and their outcome is unknown. */
  readonly cutOff: AbortSignal
}

export type RequestOptions = {
  readonly signal?: AbortSignal | undefined
  /** Called when the limiter holds this request back; its result is called when the wait is over. */
  readonly onWait?: (untilMs: number) => () => void
  /** Of those that wait for the limiter, the larger one goes first; without it: before all that have one. */
  readonly urgency?: () => number
  /** Awaited right before each attempt is sent; where it rejects, nothing is sent. */
  readonly beforeSend?: () => Promise<void>
  /** Gets what ends the turn of a large reply, to be called once the reply is stored. Without it, it ends when it is read. */
  readonly onLarge?: (end: () => void) => void
}
export type BrandOptions = RequestOptions & { readonly brandId: string }
/** For a key that is not (yet) the key of its brand. */
export type KeyOptions = RequestOptions & {
  readonly key: string
  readonly baseUrl: string
  /** The brand that messages name; null where there is none yet. */
  readonly brand: { readonly id: string; readonly name: string } | null
}

export type ProbeResult = {
  status: number | null
  latencyMs: number | null
  problems: string[]
  isReachable: boolean
  /** The JSON of a 2xx as the service sent it; undefined where there is none. */
  body: unknown
}

type Exchange = {
  readonly name: OperationName
  readonly request: RawRequest
  readonly access: Access
  /** The access at the time of sending: a wait may be long. */
  readonly accessNow: () => Promise<Access>
  readonly subject: Subject
  readonly options: RequestOptions
  /** Aborted where no further attempt may begin: waits end. */
  readonly stop: AbortSignal
  /** Aborted where a request under way must end. */
  readonly cut: AbortSignal
}
type Reply = Extract<Outcome, { kind: 'reply' }>

const PROOF = 'connectors.catalog'
/** Shells count seconds. */
const EARLIER_MS = 1_000
/** Two clocks may count the requests at the edge of a minute differently. */
const CLEARLY_LESS = 0.8
/** No pause is longer; after it the service is asked again. */
export const PAUSE_MAX_MS = DAY_MS

const decode = (body: ArrayBuffer): string => new TextDecoder().decode(body)

const parseJson = (body: ArrayBuffer): unknown => {
  try {
    return JSON.parse(decode(body))
  } catch {
    return undefined
  }
}

const profileOf = (profile: ServiceClientDeps['profile'], { isDemo }: Access): ServiceProfile =>
  isDemo ? demoProfile(profile()) : profile()

/** One attempt each, once the limiter lets it go. */
const createAttempts = (deps: ServiceClientDeps, requestLog: ReturnType<typeof createRequestLog>) => {
  const { limiter, profile, clock, deadlinesMs, emit } = deps
  const largeTurn = createLargeReplies()

  const takeSlot = async (exchange: Exchange, bucket: string): ReturnType<Limiter['take']> => {
    const { name, subject, options, stop } = exchange
    const tell = (untilMs: number): void => {
      if (subject.brandId !== null) emit('limiter.waiting', { brandId: subject.brandId, operation: name, untilMs })
    }
    const onWait = (untilMs: number) => {
      requestLog.wait(subject, untilMs - clock.now())
      tell(untilMs)
      const onWaited = options.onWait?.(untilMs)
      return () => {
        onWaited?.()
        // It was cancelled, or went before others.
        if (untilMs - clock.now() > EARLIER_MS) tell(clock.now())
      }
    }
    const limit = requestsPerMinuteOf(profile(), name)
    try {
      return await limiter.take(bucket, { limit, signal: stop, onWait, urgency: options.urgency })
    } catch (error) {
      throw stop.aborted ? cancelled(subject) : error
    }
  }

  /** A key may be replaced during the wait: then the slot was that of the other key. */
  const takeSlotOfKey = async (exchange: Exchange) => {
    let { access } = exchange
    for (;;) {
      const bucket = bucketOf(profile(), exchange.name, access)
      const endSlot = await takeSlot(exchange, bucket)
      try {
        access = await exchange.accessNow()
      } catch (error) {
        endSlot('unused')
        throw error
      }
      if (bucketOf(profile(), exchange.name, access) === bucket) return { access, bucket, endSlot }
      endSlot('unused')
    }
  }

  /** A turn that comes after the request was given up ends at once. */
  const inLargeTurn = async (
    { onLarge }: RequestOptions,
    sending: (turn: () => Promise<void>) => Promise<Outcome>,
  ): Promise<Outcome> => {
    let end: (() => void) | undefined
    let isOver = false
    const outcome = await sending(async () => {
      end = await largeTurn()
      if (isOver) end()
    })
    isOver = true
    if (end !== undefined && onLarge !== undefined && outcome.kind === 'reply') onLarge(end)
    else end?.()
    return outcome
  }

  const sendOnce = async (
    exchange: Exchange,
  ): Promise<{ outcome: Outcome; ms: number; bucket: string; subject: Subject }> => {
    const { name, request, options, stop, cut } = exchange
    assertSafeBaseUrl(exchange.access.baseUrl)
    const { access, bucket, endSlot } = await takeSlotOfKey(exchange)
    let hasLeft = false
    try {
      const subject = { ...exchange.subject, label: access.label }
      assertSafeBaseUrl(access.baseUrl)
      const wire = buildRequest(profileOf(profile, access), name, { baseUrl: access.baseUrl, request })
      const assertNotStopped = () => {
        if (stop.aborted) throw cancelled(subject)
      }
      assertNotStopped()
      await options.beforeSend?.()
      assertNotStopped()
      hasLeft = true
      const deadlineMs = deadlinesMs[operations[name].safety]
      const startedAtMs = clock.monotonicMs()
      const replyBytesMax = Math.min(deps.replyBytesMax, replyBytesMaxOf(name))
      const outcome = await inLargeTurn(options, (turn) =>
        send({ ...deps, replyBytesMax }, wire, { key: access.key, signal: cut, deadlineMs, largeTurn: turn }),
      )
      return { outcome, ms: Math.round(clock.monotonicMs() - startedAtMs), bucket, subject }
    } finally {
      endSlot(hasLeft ? undefined : 'unused')
    }
  }

  const probe = async (exchange: Exchange): Promise<ProbeResult> => {
    const { name, subject } = exchange
    const startedAtMs = clock.now()
    const { outcome, ms } = await sendOnce(exchange)
    requestLog.attempt(subject, { outcome, ms, attempt: 1, next: null })
    const latencyMs = Math.max(0, clock.now() - startedAtMs)
    if (outcome.kind === 'cancelled') throw cancelled(subject)
    if (outcome.kind === 'reply' && outcome.status >= 200 && outcome.status < 300) {
      const body = parseJson(outcome.body)
      const problems = body === undefined ? [`${subject.label}: the reply to ${name} is not JSON.`] : []
      return { status: outcome.status, latencyMs, problems, isReachable: true, body }
    }
    const { message, detail } = toDeskError(subject, outcome, { isUnknown: false })
    const problems = [
      message,
      ...(detail?.serviceText === undefined ? [] : [`The service says: ${detail.serviceText}`]),
    ]
    if (outcome.kind !== 'reply')
      return { status: null, latencyMs: null, problems, isReachable: false, body: undefined }
    return { status: outcome.status, latencyMs, problems, isReachable: outcome.status !== 404, body: undefined }
  }

  return { sendOnce, probe }
}

export const createServiceClient = (deps: ServiceClientDeps) => {
  const { limiter, profile, clock, random, accessOf, closing, cutOff } = deps
  const requestLog = createRequestLog(deps.log)
  const { sendOnce, probe } = createAttempts(deps, requestLog)

  const readingFor = ({ name, access }: Exchange): ReplyReading => {
    const profileNow = profileOf(profile, access)
    const readings = readingsOf(profileNow, name)
    return { fields: fieldsOf(profileNow, name, 'response'), ...(readings === undefined ? {} : { readings }) }
  }

  const signalsOf = (name: OperationName, { signal }: RequestOptions): Pick<Exchange, 'stop' | 'cut'> => {
    const withGiven = (own: AbortSignal) => (signal === undefined ? own : AbortSignal.any([own, signal]))
    const stop = withGiven(closing)
    return { stop, cut: operations[name].safety === 'read' ? stop : withGiven(cutOff) }
  }

  const noteRefusal = async ({ name, subject: { brandId }, access }: Exchange, bucket: string): Promise<void> => {
    if (brandId === null || access.isDemo) return
    const allowed = requestsPerMinuteOf(profile(), name)
    const sent = await limiter.taken(bucket)
    if (sent < allowed * CLEARLY_LESS) deps.onEarlyRefusal?.({ brandId, operation: name, sent, allowed })
  }

  const exchangeUntilDone = async (exchange: Exchange): Promise<Reply> => {
    const { name, stop } = exchange
    const { safety } = operations[name]
    let faults = 0
    let limited = 0
    for (;;) {
      const { outcome, ms, bucket, subject } = await sendOnce(exchange)
      const isLimited = outcome.kind === 'reply' && outcome.status === 429
      if (isLimited) {
        limited += 1
        await noteRefusal(exchange, bucket).catch((error: unknown) => deps.log.warn({ err: error }, 'not counted'))
      } else faults += 1
      const next = afterOutcome(outcome, { safety, tries: { faults, limited }, random, nowMs: clock.now() })
      requestLog.attempt(subject, { outcome, ms, attempt: faults + limited, next })
      if (next.kind === 'done' && outcome.kind === 'reply') return outcome
      const longMs = next.kind === 'stop' && next.retryAfterSeconds !== undefined ? next.retryAfterSeconds * 1000 : 0
      // The journal sends a change again once the wait is over; a read fails at once and can be repeated later.
      if (longMs > 0 && safety !== 'read') limiter.pause(bucket, Math.min(longMs, PAUSE_MAX_MS))
      if (next.kind === 'limited') limiter.pause(bucket, next.afterMs)
      else if (next.kind === 'repeat')
        await clock.sleep(next.afterMs, stop).catch(() => {
          throw cancelled(subject)
        })
      else throw toDeskError(subject, outcome, next.kind === 'stop' ? next : { isUnknown: false })
    }
  }

  const exchangeParsed = async <Value>(exchange: Exchange, schema: z.ZodType<Value>): Promise<Value> => {
    const { name, subject } = exchange
    const reply = await exchangeUntilDone(exchange)
    const parsed = readReply(schema, reply.body, { ...readingFor(exchange), decode })
    if ('value' in parsed) return parsed.value
    const error = badResponse(subject, reply.status, parsed)
    throw isRepeatable(operations[name].safety) ? error : unknownOutcome(subject, error.detail)
  }

  const forBrand = async (name: OperationName, request: RawRequest, options: BrandOptions): Promise<Exchange> => {
    const { brandId } = options
    const access = await accessOf(brandId)
    const subject = { operation: name, brandId, label: access.label }
    const asked = { name, request, access, accessNow: () => accessOf(brandId), subject, options }
    return { ...asked, ...signalsOf(name, options) }
  }

  const withKey = (name: OperationName, request: RawRequest, options: KeyOptions): Exchange => {
    const { key, baseUrl, brand } = options
    const label = brand === null ? 'This key' : brand.name
    const access = { key, baseUrl, label, account: 'service', isDemo: false }
    const subject = { operation: name, brandId: brand === null ? null : brand.id, label }
    const asked = { name, request, access, accessNow: async () => access, subject, options }
    return { ...asked, ...signalsOf(name, options) }
  }

  return {
    // Replies are typed by the name whose own schema has just parsed them.
    request: async <Name extends OperationName>(
      name: Name,
      request: RequestOf<Name>,
      options: BrandOptions,
    ): Promise<ReplyOf<Name>> => {
      const exchange = await forBrand(name, request, options)
      return (await exchangeParsed<unknown>(exchange, operations[name].response)) as ReplyOf<typeof name>
    },
    /** Whose key it is. Any catalog with a brandId proves a key, whatever else it holds; errors as in `request`. */
    proveKey: async (options: BrandOptions | KeyOptions): Promise<KeyProof> => {
      const request = { query: {} }
      const isOfBrand = 'brandId' in options
      const exchange = isOfBrand ? await forBrand(PROOF, request, options) : withKey(PROOF, request, options)
      return exchangeParsed(exchange, KeyProofSchema)
    },
    /** The reply as it came, for the store's own thread to parse; errors as in `request`. */
    fetchBody: async <Name extends OperationName>(
      name: Name,
      request: RequestOf<Name>,
      options: BrandOptions,
    ): Promise<RawReply> => {
      const exchange = await forBrand(name, request, options)
      const { body } = await exchangeUntilDone(exchange)
      return { body, ...readingFor(exchange) }
    },
    /**
     * One attempt, for the doctor: errors are in `problems`, and the body is returned as received, whether it fits or not.
     * Rejects only where no request can be made for the brand.
     */
    probe: async <Name extends OperationName>(
      name: Name,
      request: RequestOf<Name>,
      options: BrandOptions,
    ): Promise<ProbeResult> => probe(await forBrand(name, request, options)),
  }
}
export type ServiceClient = ReturnType<typeof createServiceClient>
