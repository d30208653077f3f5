// What the core writer has committed is on disk in the WAL; folding it back into core.db is left to the other writing
// thread, so that no commit that somebody waits for has to do it as well.

export type Checkpoints = {
  /** Something was committed: it is folded back soon, and what is committed until then with it. */
  readonly noteWrite: () => void
  readonly close: () => void
}

const SOON_MS = 1_000

/** `checkpoint` may fail: the next write has it tried again. */
export const createCheckpoints = (checkpoint: () => Promise<unknown>): Checkpoints => {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isClosed = false

  const begin = (): void => {
    timer = undefined
    isRunning = true
    const end = () => {
      isRunning = false
    }
    checkpoint().then(end, end)
  }

  return {
    noteWrite: () => {
      if (isClosed || isRunning || timer !== undefined) return
      timer = setTimeout(begin, SOON_MS)
      timer.unref()
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
