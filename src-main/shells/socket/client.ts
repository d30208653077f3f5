import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeskEvent } from '../../../src-shared/desk/contract.ts'
import { DeskError, type Reply } from '../../../src-shared/desk/errors.ts'
import { createListeners } from '../../base/listeners.ts'
import type { Desk } from '../../desk.ts'
import { API_PATH } from '../web/api.ts'
import { type Hello, HelloSchema, type Opened, OpenedSchema } from './messages.ts'

/** A desk in another process. `close` ends our requests, not that desk. */
export type RemoteDesk = Desk & {
  readonly hello: () => Promise<Hello>
  readonly open: () => Promise<Opened>
}

const GONE: Reply<never> = {
  ok: false,
  error: {
    kind: 'network',
    message: 'The desk ended before it answered. Check the result, then try again.',
  },
}

/** How long a desk may leave a `hello` unanswered. During a long call it is sent again and again. */
const SILENCE_MS = 5000

const endAdvice = (pid: number): string =>
  process.platform === 'win32'
    ? `End process ${pid} in the Task Manager`
    : `Run \`kill -CONT ${pid}\` to let it continue, or \`kill -9 ${pid}\` to end it`

const frozenReply = (pid: number | null): Reply<never> => ({
  ok: false,
  error: {
    kind: 'network',
    message: `Agency Desk (process ${pid ?? 'unknown'}) does not answer. It may be suspended or overloaded. ${pid === null ? 'End it' : endAdvice(pid)}, then try again. What it has saved stays saved.`,
  },
})

const isListening = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ path })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Calls `onEvent` for every event of a stream, until it ends. */
const readEvents = async (stream: IncomingMessage, onEvent: (event: DeskEvent) => void): Promise<void> => {
  let rest = ''
  for await (const text of stream.setEncoding('utf8')) {
    const messages = `${rest}${text}`.split('\n\n')
    rest = messages.pop() ?? ''
    for (const message of messages)
      if (message.startsWith('data: ')) onEvent(JSON.parse(message.slice('data: '.length)) as DeskEvent) // of this same program
  }
}

/** Connects to the desk at this path; null where nobody listens. `pid` names it in the message where it is frozen. */
export const connectDesk = async (path: string, pid: () => number | null = () => null): Promise<RemoteDesk | null> => {
  if (!(await isListening(path))) return null
  const ended = new AbortController()
  const listeners = createListeners<DeskEvent>()
  let streaming: Promise<void> | undefined

  const send = (options: RequestOptions, body = ''): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      request({ socketPath: path, agent: false, ...options })
        .once('response', resolve)
        .once('error', reject)
        .end(body)
    })
  const post = async (name: string, input: unknown, signal: AbortSignal): Promise<Reply<unknown>> => {
    const headers = { 'content-type': 'application/json' }
    const response = await send({ method: 'POST', path: `${API_PATH}${name}`, headers, signal }, JSON.stringify(input))
    return (await json(response)) as Reply<unknown> // the envelope that a desk of this same program wrote
  }
  const hello = (signal: AbortSignal) => post('hello', {}, AbortSignal.any([signal, AbortSignal.timeout(SILENCE_MS)]))

  /** Resolves when the desk has left a `hello` unanswered. */
  const watchSilence = async (signal: AbortSignal): Promise<Reply<never>> => {
    await sleep(SILENCE_MS, undefined, { signal })
    for (let isAnswered = true; isAnswered; ) {
      const answered = hello(signal).then(
        () => true,
        () => false,
      )
      // Waited for in any case: a desk that is closing refuses connections, but still answers what it has.
      ;[isAnswered] = await Promise.all([answered, sleep(SILENCE_MS, undefined, { signal })])
    }
    return frozenReply(pid())
  }
  const ask = async (name: string, input: unknown): Promise<Reply<unknown>> => {
    const answered = new AbortController()
    const signal = AbortSignal.any([ended.signal, answered.signal])
    const answer = async () => {
      await streaming
      return post(name, input, signal)
    }
    try {
      return await Promise.race([answer(), watchSilence(signal)])
    } catch {
      return GONE
    } finally {
      answered.abort()
    }
  }
  const takeValue = (reply: Reply<unknown>): unknown => {
    if (!reply.ok) throw new DeskError(reply.error.kind, reply.error.message, reply.error.detail)
    return reply.value
  }
  /** Resolves once events arrive. They end with the desk, or where it cut us off: then it is gone for us. */
  const listen = async (): Promise<void> => {
    const stream = await send({ path: `${API_PATH}events`, signal: ended.signal })
    readEvents(stream, listeners.notify)
      .catch(() => undefined)
      .finally(() => ended.abort())
  }
  return {
    call: (name, input) => ask(`call/${encodeURIComponent(name)}`, input ?? {}),
    subscribe: (listener) => {
      streaming ??= listen().catch(() => ended.abort())
      return listeners.add(listener)
    },
    close: async () => ended.abort(),
    hello: async () => {
      const reply = await hello(ended.signal).catch((error: unknown) =>
        error instanceof Error && error.name === 'AbortError' && !ended.signal.aborted ? frozenReply(pid()) : GONE,
      )
      return HelloSchema.parse(takeValue(reply))
    },
    open: async () => OpenedSchema.parse(takeValue(await ask('open', {}))),
  }
}
