// Forwards stored deliveries to another address, without any secret, and retries with growing pauses. Each attempt is on
// disk before the next one is waited for, so that a restart continues them.
import { createTracker } from '../base/background.ts'
import { toInstant } from '../base/clock.ts'
import type { GetDispatcher } from '../base/dispatcher.ts'
import { type Exchange, startExchange } from '../base/exchange.ts'
import type { RoomParts } from '../room.ts'
import type { StoredDelivery } from './queries/deliveries.ts'
import type { ForwardAttempt } from './queries/delivery-forwards.ts'

export type ForwardsDeps = RoomParts & {
  readonly getDispatcher: GetDispatcher
  readonly random: () => number
}

export type ForwardedDelivery = Pick<StoredDelivery, 'delivery'> & NonNullable<StoredDelivery['content']>

type Answer = Pick<ForwardAttempt, 'status' | 'error'>

const TIMEOUT_MS = 10_000
/** Pauses before the second to fifth attempt. */
const PAUSES_MS = [2000, 10_000, 60_000, 300_000]

export const toForward = ({ url, atMs, status, error, attempt, nextTryAtMs }: ForwardAttempt) => ({
  url,
  at: toInstant(atMs),
  status,
  error,
  attempt,
  nextTryAt: nextTryAtMs === null ? null : toInstant(nextTryAtMs),
})

const answered = (status: number): Answer => ({
  status,
  error: status >= 200 && status < 300 ? null : `Answered ${status}.`,
})

const isWorthRetry = (status: number | null): boolean =>
  status === null || status === 408 || status === 429 || status >= 500

const reasonOf = (error: unknown): string => {
  if (error instanceof Error && error.name === 'TimeoutError') return `No answer within ${TIMEOUT_MS / 1000} s.`
  const code = (error as { code?: unknown } | null)?.code // system errors carry one
  return typeof code === 'string' ? `Could not be reached (${code}).` : 'Could not be reached.'
}

export const createForwards = ({ store, clock, getDispatcher, random, emit, log }: ForwardsDeps) => {
  const ending = new AbortController()
  const retries = createTracker()

  const post = async ({ delivery, headers, body }: ForwardedDelivery, url: string): Promise<Answer> => {
    const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/json'
    let exchange: Exchange | null = null
    const hasAnswered = new AbortController()
    const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ending.signal, hasAnswered.signal])
    try {
      exchange = startExchange(
        await getDispatcher(),
        {
          method: 'POST',
          url,
          headers: { 'content-type': contentType, 'x-agency-desk-delivery': delivery.id },
          body: new Uint8Array(body),
        },
        { bytesMax: () => 0, signal, onActivity: () => hasAnswered.abort(new Error('Nobody reads its text.')) },
      )
      return answered((await exchange.reply).status)
    } catch (error) {
      // Its status is the answer.
      const head = exchange?.head() ?? null
      return head === null ? { status: null, error: reasonOf(error) } : answered(head.status)
    }
  }

  const tryOnce = async (stored: ForwardedDelivery, url: string, attempt: number, afterNo: number | null) => {
    const result = await post(stored, url)
    const pause = isWorthRetry(result.status) ? PAUSES_MS[attempt - 1] : undefined
    const nextTryAtMs = pause === undefined ? null : clock.now() + Math.round(pause * (0.75 + random() / 2))
    const forward: ForwardAttempt = { url, atMs: clock.now(), ...result, attempt, nextTryAtMs }
    const { id, brandId } = stored.delivery
    log.info({ deliveryId: id, brandId, status: result.status, attempt }, 'delivery was forwarded')
    const no = await store.write('deliveries.saveForward', { id, forward, afterNo })
    emit('changed', { brandIds: [brandId], datasets: ['deliveries'] })
    return { forward, no }
  }

  const retry = async (id: string, last: ForwardAttempt, no: number): Promise<void> => {
    let before: { forward: ForwardAttempt; no: number | null } = { forward: last, no }
    while (before.forward.nextTryAtMs !== null && before.no !== null) {
      await clock.sleep(Math.max(0, before.forward.nextTryAtMs - clock.now()), ending.signal)
      const stored = await store.read('deliveries.get', { id })
      if (stored === null || stored.content === null) return
      before = await tryOnce({ ...stored, ...stored.content }, last.url, before.forward.attempt + 1, before.no)
    }
  }

  const follow = (id: string, last: ForwardAttempt, no: number): void => {
    const work = retry(id, last, no).catch((error: unknown) => {
      if (!ending.signal.aborted) log.warn({ err: error }, 'a delivery could not be forwarded again')
    })
    void retries.track(work)
  }

  return {
    /** Resolves after the first attempt; retries continue in the background. */
    send: async (stored: ForwardedDelivery, url: string): Promise<ForwardAttempt> => {
      const { forward, no } = await tryOnce(stored, url, 1, null)
      if (forward.nextTryAtMs !== null && no !== null) follow(stored.delivery.id, forward, no)
      return forward
    },
    start: async (): Promise<void> => {
      for (const { no, deliveryId, ...last } of await store.read('deliveries.waitingForwards', {})) {
        follow(deliveryId, last, no)
      }
    },
    close: async (): Promise<void> => {
      ending.abort()
      await retries.settled()
    },
  }
}
export type Forwards = ReturnType<typeof createForwards>
