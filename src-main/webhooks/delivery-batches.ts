// Deliveries of one event-loop turn share one transaction, and so one fsync; meanwhile the next ones are collected.

import type { Store } from '../store/store.ts'
import type { NewDelivery } from './queries/deliveries.ts'

type Waiting = {
  readonly delivery: NewDelivery
  readonly resolve: (no: number | null) => void
  readonly reject: (error: unknown) => void
}

/** One transaction holds the file's lock no longer than this many small bodies take. */
const TOGETHER_MAX = 256
const BYTES_TOGETHER_MAX = 8 * 1024 * 1024

const takeBatch = (waiting: Waiting[]): Waiting[] => {
  let bytes = 0
  let count = 0
  for (const { delivery } of waiting) {
    bytes += delivery.body.length
    if (count === TOGETHER_MAX || (count > 0 && bytes > BYTES_TOGETHER_MAX)) break
    count += 1
  }
  return waiting.splice(0, count)
}

export const createDeliveryBatches = (store: Store) => {
  const waiting: Waiting[] = []
  let isRunning = false

  const writeOne = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const numbers = await store.write('deliveries.insert', { deliveries: batch.map(({ delivery }) => delivery) })
      for (const [at, { resolve }] of batch.entries()) resolve(numbers[at] ?? null)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  const run = async (): Promise<void> => {
    while (waiting.length > 0) await writeOne(takeBatch(waiting))
    isRunning = false
  }

  return {
    /** Resolves once the delivery is on disk, with its number; null where its brand has been removed. */
    store: (delivery: NewDelivery): Promise<number | null> =>
      new Promise((resolve, reject) => {
        waiting.push({ delivery, resolve, reject })
        if (isRunning) return
        isRunning = true
        setImmediate(() => void run())
      }),
  }
}
export type DeliveryBatches = ReturnType<typeof createDeliveryBatches>
