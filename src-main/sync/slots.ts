import type PQueue from 'p-queue'

/** How many pairs are synced at a time. One that waits for the limiter gives its slot to another meanwhile. */
export const createSlots = (queue: PQueue, wanted: () => number) => {
  let waiting = 0
  const update = (): void => {
    queue.concurrency = wanted() + waiting
  }
  return {
    /** To be called when `wanted` changed. */
    update,
    /** Call the result when the wait is over. */
    yield: (): (() => void) => {
      waiting += 1
      update()
      return () => {
        waiting -= 1
        update()
      }
    },
  }
}
export type Slots = ReturnType<typeof createSlots>
