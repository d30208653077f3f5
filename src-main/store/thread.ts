// A thread of the store serves its files, or does one job on them.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { ThreadSettings } from './rpc.ts'
import type { StoreTables } from './tables.ts'
import { serveStore } from './worker.ts'

/** `membership` is read only when somebody asks for a team. */
export const serveThread = (tables: StoreTables, settings: ThreadSettings, port: MessagePort): void => {
  const { role, ...files } = settings
  if (role !== 'membership') serveStore(tables, { ...files, role }, port)
  else void import('./membership/serve.ts').then(({ serveMembership }) => serveMembership(tables, files, port))
}

/** Runs in a worker thread: its entry calls this once. */
export const runStoreThread = (tables: StoreTables): void => {
  if (parentPort === null) throw new Error('The store worker runs as a worker thread only.')
  serveThread(tables, workerData as ThreadSettings, parentPort) // what `startThread` hands over
}
