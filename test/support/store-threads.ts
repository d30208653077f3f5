// The threads of the stores that tests open. A store that closed leaves its threads to the next one, also to that of
// another test file: nothing but its files outlives a store (`serveStore`).
import { EventEmitter } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import { inject } from 'vitest'
import type { StartThread, StoreThread } from '../../src-main/store/link.ts'
import type { Assignment } from './store-thread.ts'

// Also for test files with modules of their own (fresh-modules.ts).
const kept = globalThis as { idleStoreThreads?: Worker[] }
kept.idleStoreThreads ??= []
const idle = kept.idleStoreThreads

const newWorker = (): Worker => {
  const worker = new Worker(new URL(inject('storeWorker')), { execArgv: [] })
  worker.setMaxListeners(0)
  // What waits for a store keeps the process alive; a thread without one does not.
  worker.unref()
  return worker
}

/** A thread of these, as a link sees a thread of its own. */
const startThread: StartThread = (_workerUrl, settings) => {
  const worker = idle.pop() ?? newWorker()
  const { port1, port2 } = new MessageChannel()
  const link = new EventEmitter()
  const fail = (error: Error) => link.emit('error', error)
  const leave = (code: number) => {
    worker.off('error', fail)
    worker.off('exit', leave)
    link.emit('exit', code)
  }
  worker.on('error', fail)
  worker.on('exit', leave)
  port1.on('message', (response) => link.emit('message', response))
  port1.on('close', () => {
    idle.push(worker)
    leave(0)
  })
  worker.postMessage({ settings, port: port2 } satisfies Assignment, [port2])
  const thread: Pick<StoreThread, 'postMessage' | 'terminate'> = {
    postMessage: port1.postMessage.bind(port1),
    terminate: () => worker.terminate(),
  }
  return Object.assign(link, thread)
}

/** What `openStore` and a desk take for it. */
export const storeThreads = () => ({ workerUrl: new URL(inject('storeWorker')), startThread })
