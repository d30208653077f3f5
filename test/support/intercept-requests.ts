import type { Dispatcher } from 'undici'
import { type GetDispatcher, getDispatcher } from '../../src-main/base/dispatcher.ts'

/** A request as it leaves the desk. */
export type LeavingRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** `answer`: instead of the service. `headers`: sent in place of those of the same name. */
export type Interception = {
  readonly answer?: { readonly status: number; readonly body?: unknown }
  readonly headers?: Readonly<Record<string, string>>
  /** Awaited between the service's answer and the desk. */
  readonly beforeAnswer?: () => Promise<void> | void
}

const controller: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
}

const answer = (handler: Dispatcher.DispatchHandler, { status, body }: NonNullable<Interception['answer']>): void => {
  handler.onRequestStart?.(controller, null)
  handler.onResponseStart?.(controller, status, { 'content-type': 'application/json' })
  handler.onResponseData?.(controller, Buffer.from(JSON.stringify(body ?? {})))
  handler.onResponseEnd?.(controller, {})
}

/** The handler, which hears nothing of the reply before `wait` is over; an error that it throws it hears, as from undici. */
const delayed = (
  handler: Dispatcher.DispatchHandler,
  wait: NonNullable<Interception['beforeAnswer']>,
): Dispatcher.DispatchHandler => {
  let waited: Promise<void> = Promise.resolve()
  let hasFailed = false
  const after = (call: () => Promise<void> | void) => {
    waited = waited
      .then(() => (hasFailed ? undefined : call()))
      .catch((error: Error) => {
        hasFailed = true
        handler.onResponseError?.(controller, error)
      })
  }
  return {
    onRequestStart: (...args) => handler.onRequestStart?.(...args),
    onResponseStart: (...args) => {
      after(wait)
      after(() => handler.onResponseStart?.(...args))
    },
    onResponseData: (own, chunk) => {
      const copy = Buffer.from(chunk)
      after(() => handler.onResponseData?.(own, copy))
    },
    onResponseEnd: (...args) => after(() => handler.onResponseEnd?.(...args)),
    onResponseError: (...args) => after(() => handler.onResponseError?.(...args)),
  }
}

const toLeaving = ({ origin = '', path, method, headers, body }: Dispatcher.DispatchOptions): LeavingRequest => ({
  method,
  url: new URL(path, origin),
  headers: headers as Record<string, string>, // as exchange.ts gives them
  body: typeof body === 'string' ? body : body instanceof Uint8Array ? new TextDecoder().decode(body) : null,
})

/**
 * The real connections, with `intercept` before each request. It may wait, which holds the request back; what it throws is the
 * connection's error before anything was sent.
 */
export const interceptRequests =
  (
    intercept: (request: LeavingRequest) => Promise<Interception | undefined> | Interception | undefined,
  ): GetDispatcher =>
  async () => {
    const real = await getDispatcher()
    const pass = async (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => {
      const { answer: own, headers, beforeAnswer } = (await intercept(toLeaving(options))) ?? {}
      if (own !== undefined) return answer(handler, own)
      const changed = { ...options, headers: { ...(options.headers as Record<string, string>), ...headers } }
      real.dispatch(changed, beforeAnswer === undefined ? handler : delayed(handler, beforeAnswer))
    }
    return {
      dispatch: (options, handler) => {
        pass(options, handler).catch((error: Error) => handler.onResponseError?.(controller, error))
        return true
      },
    }
  }
