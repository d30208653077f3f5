// Arrivals are on disk in the WAL of inbox.db. Another thread moves them into the file, and only once there are many: a
// checkpoint syncs the disk, and commits that somebody waits for wait beside it.

const CHECKPOINT_BYTES = 4 * 1024 * 1024

/** Where `checkpoint` fails, the next growth tries it again. */
export const createInboxCheckpoints = (checkpoint: () => Promise<unknown>) => {
  let bytes = 0
  let isRunning = false
  return {
    noteGrowth: (by: number): void => {
      bytes += by
      if (isRunning || bytes < CHECKPOINT_BYTES) return
      isRunning = true
      bytes = 0
      const end = () => {
        isRunning = false
      }
      checkpoint().then(end, end)
    },
  }
}
