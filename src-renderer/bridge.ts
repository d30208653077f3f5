// The only door to the desk. Two transports, one shape: the Electron preload's `window.desk`, or HTTP on the
// page's own origin. A call never rejects: whatever went wrong comes back as the error of a reply.
import type { CallInput, CallName, CallOutput, DeskEvent } from '../src-shared/desk/contract.ts'
import type { Reply } from '../src-shared/desk/errors.ts'
import { createSession, type Session } from './session.ts'

// Server-sent events from a stream of text. The browser's own EventSource sends no headers, and ours need one.

type StreamEvent = { readonly name: string; readonly data: string }

const parseBlock = (block: string): StreamEvent | null => {
  const lines = block.split('\n')
  const valuesOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}: `)).map((line) => line.slice(field.length + 2))
  const data = valuesOf('data')
  return data.length === 0 ? null : { name: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') }
}

/** The events as they come; a block without data (a comment) is none. Ends with the stream, rejects where it breaks. */
export const readEvents = async function* (stream: ReadableStream<string>): AsyncGenerator<StreamEvent> {
  const reader = stream.getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseBlock(block)
      if (event !== null) yield event
    }
  }
}

/**
 * `lost`: the desk does not answer; the page shows what it has and tries again by itself. `signed-out`: it answers, but
 * this page may not speak to it any more; `not-signed-in`: this page never could.
 */
export type ConnectionState = 'connecting' | 'ok' | 'lost' | 'signed-out' | 'not-signed-in'

export type Bridge = {
  readonly call: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<Reply<CallOutput<Name>>>
  readonly subscribe: (listener: (event: DeskEvent) => void) => () => void
  readonly onConnection: (listener: (state: ConnectionState) => void) => () => void
  /** Tries to reach the desk now instead of at the next turn. */
  readonly reconnect: () => void
  /** An address that downloads an export, once, within a minute. Absent in Electron, which shows the file's path. */
  readonly downloadPath?: (fileName: string) => Promise<Reply<{ readonly path: string }>>
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
const DESK_SILENT = 'The desk does not answer. Check that it is running. The page tries again automatically.'
const SIGNED_OUT =
  'This page is signed out of the desk. Run `npm run desk -- open`, then open the address that it prints.'

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

type SentRequest = Pick<RequestInit, 'method' | 'body' | 'signal'> & { readonly headers?: Record<string, string> }

const RETRY_MS = 1000
const RETRY_MAX_MS = 15_000

const createHttpBridge = (): Bridge => {
  const eventListeners = new Set<(event: DeskEvent) => void>()
  const connectionListeners = new Set<(state: ConnectionState) => void>()
  let state: ConnectionState = 'connecting'
  let session: Session | undefined
  let stream: AbortController | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let retryMs = RETRY_MS
  /** The run of the desk that this page began with. */
  let run: string | undefined

  const setState = (next: ConnectionState) => {
    if (next === state) return
    state = next
    for (const listener of connectionListeners) listener(state)
  }
  const isSignedOut = () => state === 'signed-out' || state === 'not-signed-in'
  const signOut = () => {
    if (!isSignedOut()) setState(state === 'connecting' ? 'not-signed-in' : 'signed-out')
  }

  /** Null: the desk does not accept this page's session. Rejects where the desk does not answer. */
  const send = async (path: string, init: SentRequest): Promise<Response | null> => {
    session ??= createSession()
    const headers = await session.headers()
    const response = headers === null ? null : await fetch(path, { ...init, headers: { ...headers, ...init.headers } })
    if (response === null || response.status === 401) {
      const isReloading = response !== null && session.refused()
      if (!isReloading) signOut()
      return null
    }
    if (response.ok) session.accepted()
    return response
  }

  const onReady = (data: string) => {
    const ready = JSON.parse(data) as { run: string } // written by the desk's own event stream
    run ??= ready.run
    // Another server on the desk's port: it gets nothing but the session, which ended with the desk.
    if (ready.run !== run) return signOut()
    retryMs = RETRY_MS
    setState('ok')
  }
  const follow = async (signal: AbortSignal): Promise<void> => {
    const response = await send('/api/events', { signal })
    if (response?.ok !== true || response.body === null) return
    for await (const { name, data } of readEvents(response.body.pipeThrough(new TextDecoderStream()))) {
      if (name === 'desk.ready') onReady(data)
      if (isSignedOut()) return
      if (name !== 'message') continue
      const event = JSON.parse(data) as DeskEvent // written by our own desk, as its contract says
      for (const listener of [...eventListeners]) listener(event)
    }
  }
  const connect = async (): Promise<void> => {
    clearTimeout(retry)
    stream?.abort()
    const controller = new AbortController()
    stream = controller
    await follow(controller.signal).catch(() => {})
    controller.abort()
    if (stream !== controller || isSignedOut()) return
    setState('lost')
    retry = setTimeout(() => void connect(), retryMs)
    retryMs = Math.min(2 * retryMs, RETRY_MAX_MS)
  }

  const post = async (path: string, body: unknown): Promise<Reply<unknown>> => {
    if (isSignedOut()) return unreachable(SIGNED_OUT)
    // Until the desk has shown that it is back, nothing is sent: another server may answer on its port.
    if (state === 'lost') return unreachable(DESK_SILENT)
    try {
      const headers = { 'content-type': 'application/json' }
      const response = await send(path, { method: 'POST', headers, body: JSON.stringify(body) })
      return response === null ? unreachable(SIGNED_OUT) : ((await response.json()) as Reply<unknown>) // the envelope
    } catch {
      if (state === 'ok') void connect()
      return unreachable(DESK_SILENT)
    }
  }
  return {
    call: (name, input) => post(`/api/call/${name}`, input) as Promise<Reply<CallOutput<typeof name>>>, // by the contract
    subscribe: (listener) => {
      eventListeners.add(listener)
      return () => void eventListeners.delete(listener)
    },
    onConnection: (listener) => {
      connectionListeners.add(listener)
      if (stream === undefined) void connect()
      listener(state)
      return () => void connectionListeners.delete(listener)
    },
    reconnect: () => void connect(),
    downloadPath: (fileName) => post('/api/downloads', { fileName }) as Promise<Reply<{ readonly path: string }>>, // its own route
  }
}

export const bridge: Bridge =
  typeof window !== 'undefined' && window.desk !== undefined ? createPreloadBridge(window.desk) : createHttpBridge()
