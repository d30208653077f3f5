// A browser driven over two pipes: commands and replies as JSON, each ended by a zero byte. Only the process that started it
// can reach it, and it ends when the pipes do.
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

export type BrowserPipe = {
  readonly send: (method: string, params?: object, sessionId?: string) => Promise<Record<string, unknown>>
  readonly isOpen: () => boolean
  /** Ends it; resolves once it is gone. */
  readonly close: () => Promise<void>
}

type Waiting = { readonly resolve: (result: Record<string, unknown>) => void; readonly reject: (error: Error) => void }
type Message = {
  readonly id?: number
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

const END = '\0'
const CLOSE_WITHIN_MS = 3000
const SAID_MAX = 2000

const whenGone = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) resolve()
    else child.once('exit', () => resolve())
  })

/** Rejects nothing by itself: the first command fails where the program could not be started. */
export const startBrowser = (file: string, flags: readonly string[], env: NodeJS.ProcessEnv): BrowserPipe => {
  const child = spawn(file, flags, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], env, windowsHide: true })
  const [, , stderr, input, output] = child.stdio as unknown as [null, null, Readable, Writable, Readable] // as asked for above
  const waiting = new Map<number, Waiting>()
  let last = 0
  let isOpen = true
  let said = ''

  const end = (reason: string) => {
    isOpen = false
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }
  const receive = (text: string) => {
    const { id, result, error } = JSON.parse(text) as Message // by the browser's protocol
    const one = id === undefined ? undefined : waiting.get(id)
    if (id === undefined || one === undefined) return
    waiting.delete(id)
    if (error === undefined) one.resolve(result ?? {})
    else one.reject(new Error(error.message))
  }
  let parts: string[] = []
  output.setEncoding('utf8')
  output.on('data', (data: string) => {
    const [first = '', ...more] = data.split(END)
    parts.push(first)
    for (const next of more) {
      receive(parts.join(''))
      parts = [next]
    }
  })
  stderr.setEncoding('utf8')
  stderr.on('data', (data: string) => {
    said = `${said}${data}`.slice(-SAID_MAX)
  })
  input.on('error', () => end('The browser ended.'))
  child.once('error', (error) => end(`The browser could not be started: ${error.message}`))
  child.once('exit', (code) =>
    end(`The browser ended (${code ?? 'killed'}). ${said.trim().split('\n').at(-1) ?? ''}`.trim()),
  )

  const send: BrowserPipe['send'] = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      if (!isOpen) return reject(new Error('The browser has ended.'))
      last += 1
      waiting.set(last, { resolve, reject })
      input.write(
        `${JSON.stringify({ id: last, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}${END}`,
      )
    })

  return {
    send,
    isOpen: () => isOpen,
    close: async () => {
      const gone = whenGone(child)
      if (isOpen) void send('Browser.close').catch(() => undefined)
      const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_WITHIN_MS)
      await gone
      clearTimeout(timer)
    },
  }
}
