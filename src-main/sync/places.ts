import type PQueue from 'p-queue'

/** How many pairs are at work side by side. One that waits for the limiter gives its place to another meanwhile. */
export const createPlaces = (queue: PQueue, wanted: () => number) => {
  let waiting = 0
  const set = (): void => {
    queue.concurrency = wanted() + waiting
  }
  return {
    set,
    /** Call the result when the wait is over. */
    giveWay: (): (() => void) => {
      waiting += 1
      set()
      return () => {
        waiting -= 1
        set()
      }
    },
  }
}
export type Places = ReturnType<typeof createPlaces>
