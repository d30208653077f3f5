// The core writer's commits are on disk in the WAL. The other writing thread moves them into core.db, so that no commit
// that somebody waits for has to do it.

const SOON_MS = 1_000

/** Where `checkpoint` fails, the next write tries it again. */
export const createCheckpoints = (checkpoint: () => Promise<unknown>) => {
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
    /** To be called after a commit: a checkpoint follows soon, for all commits until then. */
    noteWrite: (): void => {
      if (isClosed || isRunning || timer !== undefined) return
      timer = setTimeout(begin, SOON_MS)
      timer.unref()
    },
    close: (): void => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
