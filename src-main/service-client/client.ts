// Every request to the service passes here: built from the operation table, let through by the limiter, repeated only
// as its safety class allows, its end told as a parsed reply or one DeskError.
import type { z } from 'zod'
import { type KeyProof, KeyProofSchema } from '../../src-shared/service/connectors.ts'
import type { Safety } from '../../src-shared/service/define.ts'
import { type OperationName, operations, type ReplyOf, type RequestOf } from '../../src-shared/service/operations.ts'
import { demoProfile, fieldsOf, requestsPerMinuteOf, type ServiceProfile } from '../../src-shared/service/profile.ts'
import { type RawReply, readReply } from '../../src-shared/service/read-reply.ts'
import type { Log } from '../base/log.ts'
import type { Emit } from '../desk.ts'
import { assertSafeBaseUrl } from './base-url.ts'
import { buildRequest, type RawRequest } from './build-request.ts'
import type { Limiter } from './limiter.ts'
import { createRequestLog } from './request-log.ts'
import { afterOutcome, isRepeatable } from './retry.ts'
import { type Outcome, type SendDeps, send } from './send.ts'
import { badResponse, cancelled, type Subject, toDeskError, unknownOutcome } from './to-desk-error.ts'

/** With what, where and in whose name a brand is asked. */
export type Access = {
  readonly key: string
  readonly baseUrl: string
  /** The brand's name, for messages. */
  readonly label: string
  /** Asked at the demo's own sandbox, which has our paths and names. */
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
  /** Aborted when the desk closes: no request begins any more; waits and reads end. */
  readonly closing: AbortSignal
  /** Aborted a while after that: acts under way end as well, and their outcome is unknown. */
  readonly cutOff: AbortSignal
}

export type RequestOptions = {
  readonly signal?: AbortSignal | undefined
  /** Told when the limiter holds this request back; what it returns is called when it goes on. */
  readonly onWait?: (untilMs: number) => () => void
  /** Awaited right before each try goes out; where it rejects, nothing is sent. */
  readonly beforeSend?: () => Promise<void>
}
export type BrandOptions = RequestOptions & { readonly brandId: string }
/** For a key that is not (yet) the one its brand is asked with. */
export type KeyOptions = RequestOptions & {
  readonly key: string
  readonly baseUrl: string
  /** What the limiter counts it as: the id that its brand has, or is going to have. */
  readonly limitedAs: string
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

export type ServiceClient = {
  readonly request: <Name extends OperationName>(
    name: Name,
    request: RequestOf<Name>,
    options: BrandOptions,
  ) => Promise<ReplyOf<Name>>
  /** The reply as it came, for the store's own thread to parse; errors as in `request`. */
  readonly fetchBody: <Name extends OperationName>(
    name: Name,
    request: RequestOf<Name>,
    options: BrandOptions,
  ) => Promise<RawReply>
  /** Whose key it is. Any catalog with a brandId proves a key, whatever else it holds; errors as in `request`. */
  readonly proveKey: (options: BrandOptions | KeyOptions) => Promise<KeyProof>
  /**
   * One try, for the doctor: every fault is told in `problems`, and the body is given as it came, whether it fits or not.
   * Rejects only where the brand cannot be asked at all.
   */
  readonly probe: <Name extends OperationName>(
    name: Name,
    request: RequestOf<Name>,
    options: BrandOptions,
  ) => Promise<ProbeResult>
}

type Exchange = {
  readonly name: OperationName
  readonly request: RawRequest
  readonly access: Access
  /** With what it is asked by now: a wait may be long. */
  readonly accessNow: () => Promise<Access>
  readonly limitedAs: string
  readonly subject: Subject
  readonly options: RequestOptions
  /** Aborted where it is not to begin (again): waits end. */
  readonly stop: AbortSignal
  /** Aborted where a request under way is to end. */
  readonly cut: AbortSignal
}
type Reply = Extract<Outcome, { kind: 'reply' }>

const PROOF = 'connectors.catalog'
/** No pause is believed to be longer; after it the service is asked again. */
export const PAUSE_MAX_MS = 86_400_000

const parseJson = (body: ArrayBuffer): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

export const createServiceClient = (deps: ServiceClientDeps): ServiceClient => {
  const { limiter, profile, clock, random, accessOf, deadlinesMs, emit, closing, cutOff } = deps
  const requestLog = createRequestLog(deps.log)

  const profileFor = ({ isDemo }: Access): ServiceProfile => (isDemo ? demoProfile(profile()) : profile())

  const bucketOf = ({ name, access, limitedAs }: Exchange): string =>
    profile().limits.scope === 'account' ? `account:${access.account} ${name}` : `brand:${limitedAs} ${name}`

  const signalsOf = (name: OperationName, { signal }: RequestOptions): Pick<Exchange, 'stop' | 'cut'> => {
    const withGiven = (own: AbortSignal) => (signal === undefined ? own : AbortSignal.any([own, signal]))
    const stop = withGiven(closing)
    return { stop, cut: operations[name].safety === 'read' ? stop : withGiven(cutOff) }
  }

  const takeSlot = async (exchange: Exchange, bucket: string): ReturnType<Limiter['take']> => {
    const { name, subject, options, stop } = exchange
    const onWait = (untilMs: number) => {
      requestLog.wait(subject, untilMs - clock.now())
      if (subject.brandId !== null) emit('limiter.waiting', { brandId: subject.brandId, operation: name, untilMs })
      return options.onWait?.(untilMs)
    }
    const limit = requestsPerMinuteOf(profile(), name)
    try {
      return await limiter.take(bucket, { limit, signal: stop, onWait })
    } catch (error) {
      throw stop.aborted ? cancelled(subject) : error
    }
  }

  const sendOnce = async (
    exchange: Exchange,
  ): Promise<{ outcome: Outcome; ms: number; bucket: string; subject: Subject }> => {
    const { name, request, options, stop, cut } = exchange
    assertSafeBaseUrl(exchange.access.baseUrl)
    const bucket = bucketOf(exchange)
    const endSlot = await takeSlot(exchange, bucket)
    let hasLeft = false
    try {
      const access = await exchange.accessNow()
      const subject = { ...exchange.subject, label: access.label }
      assertSafeBaseUrl(access.baseUrl)
      const wire = buildRequest(profileFor(access), name, { baseUrl: access.baseUrl, request })
      const assertGoes = () => {
        if (stop.aborted) throw cancelled(subject)
      }
      assertGoes()
      await options.beforeSend?.()
      assertGoes()
      hasLeft = true
      const deadlineMs = deadlinesMs[operations[name].safety]
      const startedAtMs = clock.monotonicMs()
      const outcome = await send(deps, wire, { key: access.key, signal: cut, deadlineMs })
      return { outcome, ms: Math.round(clock.monotonicMs() - startedAtMs), bucket, subject }
    } finally {
      endSlot(hasLeft ? undefined : 'unused')
    }
  }

  const exchangeUntilDone = async (exchange: Exchange): Promise<Reply> => {
    const { name, stop } = exchange
    const { safety } = operations[name]
    let faults = 0
    let limited = 0
    for (;;) {
      const { outcome, ms, bucket, subject } = await sendOnce(exchange)
      const isLimited = outcome.kind === 'reply' && outcome.status === 429
      if (isLimited) limited += 1
      else faults += 1
      const next = afterOutcome(outcome, { safety, tries: { faults, limited }, random, nowMs: clock.now() })
      requestLog.attempt(subject, { outcome, ms, attempt: faults + limited, next })
      if (next.kind === 'done' && outcome.kind === 'reply') return outcome
      const longMs = next.kind === 'stop' && next.retryAfterSeconds !== undefined ? next.retryAfterSeconds * 1000 : 0
      // An act goes again by itself once the wait is over; a read is told at once that it has to be asked again.
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
    const fields = fieldsOf(profileFor(exchange.access), name, 'response')
    const parsed = readReply(schema, new TextDecoder().decode(reply.body), fields)
    if ('value' in parsed) return parsed.value
    const error = badResponse(subject, reply.status, parsed)
    throw isRepeatable(operations[name].safety) ? error : unknownOutcome(subject, error.detail)
  }

  const forBrand = async (name: OperationName, request: RawRequest, options: BrandOptions): Promise<Exchange> => {
    const { brandId } = options
    const access = await accessOf(brandId)
    const subject = { operation: name, brandId, label: access.label }
    const asked = { name, request, access, accessNow: () => accessOf(brandId), limitedAs: brandId, subject, options }
    return { ...asked, ...signalsOf(name, options) }
  }

  const withKey = (name: OperationName, request: RawRequest, options: KeyOptions): Exchange => {
    const { key, baseUrl, limitedAs, brand } = options
    const label = brand === null ? 'This key' : brand.name
    const access = { key, baseUrl, label, account: 'service', isDemo: false }
    const subject = { operation: name, brandId: brand === null ? null : brand.id, label }
    const asked = { name, request, access, accessNow: async () => access, limitedAs, subject, options }
    return { ...asked, ...signalsOf(name, options) }
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

  return {
    // Replies are typed by the name whose own schema has just parsed them.
    request: async (name, request, options) => {
      const exchange = await forBrand(name, request, options)
      return (await exchangeParsed<unknown>(exchange, operations[name].response)) as ReplyOf<typeof name>
    },
    proveKey: async (options) => {
      const request = { query: {} }
      const isOfBrand = 'brandId' in options
      const exchange = isOfBrand ? await forBrand(PROOF, request, options) : withKey(PROOF, request, options)
      return exchangeParsed(exchange, KeyProofSchema)
    },
    fetchBody: async (name, request, options) => {
      const exchange = await forBrand(name, request, options)
      const { body } = await exchangeUntilDone(exchange)
      return { body, fields: fieldsOf(profileFor(exchange.access), name, 'response') }
    },
    probe: async (name, request, options) => probe(await forBrand(name, request, options)),
  }
}
