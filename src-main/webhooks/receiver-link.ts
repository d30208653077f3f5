// The receiver's thread seen from the desk. A request is answered exactly once: by the thread, or by its death.
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { ReceiverFailure, ReceiverMessage, ReceiverRequest } from './receiver-messages.ts'

export type ReceiverLinkDeps = {
  readonly workerUrl: URL
  readonly onStored: (bytes: number) => void
  readonly onFailed: (failure: ReceiverFailure) => void
  /** The thread ended by itself. */
  readonly onDeath: (why: string) => void
  /** The thread is gone, asked to or not. */
  readonly onGone: () => void
}

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }

const ENDS_WITHIN_MS = 10_000

/** Three semi-spaces of 4 MB, as the store's threads have: more are kept for good after one flood of deliveries. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 }

/** Starts the thread. */
export const createReceiverLink = ({ workerUrl, onStored, onFailed, onDeath, onGone }: ReceiverLinkDeps) => {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let death: string | undefined
  let isEnding = false
  const worker = new Worker(workerUrl, { execArgv: [], name: 'receiver', resourceLimits })

  worker.on('message', (message: ReceiverMessage) => {
    if ('kind' in message) return message.kind === 'stored' ? onStored(message.bytes) : onFailed(message.failure)
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    if ('value' in message) return call?.resolve(message.value)
    return call?.reject(Object.assign(new Error(message.failure.message), { code: message.failure.code }))
  })

  const end = (why: string): void => {
    if (death !== undefined) return
    death = why
    for (const { reject } of waiting.values()) reject(new Error(`The receiver stopped (${why}).`))
    waiting.clear()
    if (!isEnding) onDeath(why)
  }
  worker.on('error', (error) => end(error instanceof Error ? error.message : String(error)))
  worker.on('exit', (code) => {
    onGone()
    end(`exit code ${code}`)
  })

  const ask = (request: ReceiverRequest): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (death !== undefined) return reject(new Error(`The receiver stopped (${death}).`))
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      worker.postMessage({ id: lastId, request })
    })

  return {
    ask,
    /** Answers what is under way, closes the file and ends the thread. */
    end: async (): Promise<void> => {
      isEnding = true
      if (death !== undefined) return
      const gone = once(worker, 'exit').then(
        () => true,
        () => true,
      )
      await ask({ kind: 'end' }).catch(() => undefined)
      // A thread that is terminated while it is in SQLite takes the whole process with it.
      if (!(await Promise.race([gone, setTimeout(ENDS_WITHIN_MS, false, { ref: false })]))) await worker.terminate()
    },
  }
}
export type ReceiverLink = ReturnType<typeof createReceiverLink>
