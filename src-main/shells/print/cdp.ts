// A browser driven over two pipes: commands and replies as JSON, each ended by a zero byte. Only the process that started it
// can reach it, and it ends when the pipes do.
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** It ended, or was ended, before it answered. */
export class BrowserEndedError extends Error {}

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
const LAST_WORDS_WITHIN_MS = 500
const SAID_MAX = 4000
/** Elsewhere the browser and what it started are a group of processes, which ends as one. */
const IS_WINDOWS = process.platform === 'win32'

const whenGone = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) resolve()
    else child.once('exit', () => resolve())
  })

/** Why it ended: the line that says so, else the last one. */
const reasonIn = (said: string): string => {
  const lines = said.trim().split('\n')
  return lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? ''
}

const kill = (child: ChildProcess): void => {
  if (IS_WINDOWS || child.pid === undefined) child.kill('SIGKILL')
  else
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      child.kill('SIGKILL')
    }
}

/** Rejects nothing by itself: the first command fails where the program could not be started. */
export const startBrowser = (file: string, flags: readonly string[], env: NodeJS.ProcessEnv): BrowserPipe => {
  const stdio = ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] as const
  const child = spawn(file, flags, { stdio: [...stdio], env, windowsHide: true, detached: !IS_WINDOWS })
  const [, , stderr, input, output] = child.stdio as unknown as [null, null, Readable, Writable, Readable] // as asked for above
  const waiting = new Map<number, Waiting>()
  let last = 0
  let isOpen = true
  let said = ''

  const end = (reason: string) => {
    isOpen = false
    for (const { reject } of waiting.values()) reject(new BrowserEndedError(reason))
    waiting.clear()
  }
  /** What is no JSON comes from a program that is no browser. */
  const read = (text: string): Message => {
    try {
      return JSON.parse(text) as Message // by the browser's protocol
    } catch {
      end('It did not answer as a browser does.')
      return {}
    }
  }
  const receive = (text: string) => {
    const { id, result, error } = read(text)
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
  // Its exit follows, and says more.
  input.on('error', () => undefined)
  child.once('error', (error) => end(`It could not be started: ${error.message}.`))
  child.once('exit', (code) => {
    const endWithReason = () => end(`It ended (${code ?? 'killed'}). ${reasonIn(said)}`.trim())
    if (stderr.closed) return endWithReason()
    stderr.once('close', endWithReason)
    setTimeout(endWithReason, LAST_WORDS_WITHIN_MS).unref() // a process that it started may still hold it open
  })

  const send: BrowserPipe['send'] = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      if (!isOpen) return reject(new BrowserEndedError('It has ended.'))
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
      void send('Browser.close').catch(() => undefined)
      const timer = setTimeout(() => kill(child), CLOSE_WITHIN_MS)
      await gone
      clearTimeout(timer)
    },
  }
}
