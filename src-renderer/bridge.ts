// The only door to the desk. Two transports, one shape: the Electron preload's `window.desk`, or HTTP on the
// page's own origin. A call never rejects: whatever went wrong comes back as the error of a reply.
import type { CallInput, CallName, CallOutput, DeskEvent } from '../src-shared/desk/contract.ts'
import type { Reply } from '../src-shared/desk/errors.ts'

/** `lost`: the desk does not answer; the page shows what it has and tries again by itself. */
export type ConnectionState = 'connecting' | 'ok' | 'lost' | 'signed-out'

export type Bridge = {
  readonly call: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<Reply<CallOutput<Name>>>
  readonly subscribe: (listener: (event: DeskEvent) => void) => () => void
  readonly onConnection: (listener: (state: ConnectionState) => void) => () => void
  /** Tries to reach the desk now instead of at the next turn. */
  readonly reconnect: () => void
}

type PreloadDesk = {
  readonly call: (name: string, input: unknown) => Promise<Reply<unknown>>
  readonly subscribe: (listener: (event: DeskEvent) => void) => () => void
}

declare global {
  interface Window {
    readonly desk?: PreloadDesk
  }
}

const unreachable = (message: string): Reply<never> => ({ ok: false, error: { kind: 'network', message } })
const DESK_SILENT = 'The desk does not answer. Is it still running? The page tries again by itself.'
const SIGNED_OUT = 'This page may no longer speak to the desk. Open the address that the desk printed again.'

const createPreloadBridge = (desk: PreloadDesk): Bridge => ({
  call: (name, input) =>
    desk.call(name, input).catch(() => unreachable(DESK_SILENT)) as Promise<Reply<CallOutput<typeof name>>>, // its name's own output, by the contract
  subscribe: desk.subscribe,
  onConnection: (listener) => {
    listener('ok')
    return () => {}
  },
  reconnect: () => {},
})

const RETRY_MS = 2000

const createHttpBridge = (): Bridge => {
  const eventListeners = new Set<(event: DeskEvent) => void>()
  const connectionListeners = new Set<(state: ConnectionState) => void>()
  let state: ConnectionState = 'connecting'
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined

  const setState = (next: ConnectionState) => {
    if (next === state) return
    state = next
    for (const listener of connectionListeners) listener(state)
  }
  const connect = () => {
    clearTimeout(retry)
    source?.close()
    source = new EventSource('/api/events')
    source.onopen = () => setState('ok')
    source.onmessage = (message: MessageEvent<string>) => {
      const event = JSON.parse(message.data) as DeskEvent // written by our own desk, as its contract says
      for (const listener of [...eventListeners]) listener(event)
    }
    source.onerror = () => {
      source?.close()
      if (state === 'signed-out') return
      setState('lost')
      clearTimeout(retry)
      retry = setTimeout(() => void tryAgain(), RETRY_MS)
    }
  }
  /** A stream that fails does not say why; a call does: a desk that was started anew knows this page no more. */
  const tryAgain = async () => {
    await call('desk.settings', {})
    if (state !== 'signed-out') connect()
  }
  const call: Bridge['call'] = async (name, input) => {
    try {
      const response = await fetch(`/api/call/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      if (response.status === 401) {
        setState('signed-out')
        return unreachable(SIGNED_OUT)
      }
      return (await response.json()) as Reply<CallOutput<typeof name>> // the envelope of the contract
    } catch {
      if (state === 'ok') connect()
      return unreachable(DESK_SILENT)
    }
  }
  return {
    call,
    subscribe: (listener) => {
      eventListeners.add(listener)
      return () => void eventListeners.delete(listener)
    },
    onConnection: (listener) => {
      connectionListeners.add(listener)
      if (source === undefined) connect()
      listener(state)
      return () => void connectionListeners.delete(listener)
    },
    reconnect: () => void tryAgain(),
  }
}

export const bridge: Bridge =
  typeof window !== 'undefined' && window.desk !== undefined ? createPreloadBridge(window.desk) : createHttpBridge()
