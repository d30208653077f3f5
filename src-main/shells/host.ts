// A process that runs the desk of a data folder: first the lock, then the desk, then the socket for other processes. The
// socket and the desk close at the same time, so that requests under way are still answered. At most one such process
// exists per folder.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Desk } from '../desk.ts'
import { asOpeningError } from '../store/storage-error.ts'
import { type Lock, takeLock } from './lock.ts'
import type { Opened } from './socket/messages.ts'
import { socketPath } from './socket/path.ts'
import { listenOnSocket } from './socket/server.ts'

export type HostOptions<Composed extends Desk> = {
  readonly home: string
  readonly shell: 'electron' | 'web' | 'cli' | 'none'
  readonly version: string
  readonly compose: () => Promise<Composed>
  readonly closeWithinMs?: number
}

export type Host<Composed extends Desk> = {
  readonly desk: Composed
  /** What `open` over the socket does from now on. */
  readonly setOpen: (open: () => Opened | Promise<Opened>) => void
  /**
   * Resolves within `closeWithinMs`: whether the files are closed. Where they are not, a thread still has them, and they and
   * the lock are released when the process ends (ending.ts).
   */
  readonly close: () => Promise<boolean>
}

/** A little longer than the desk's own closing (closing.ts). */
const CLOSE_WITHIN_MS = 9_250

/** Opens the desk of a data folder; null where another process has it open. Rejects with `storage` where it cannot be. */
export const openHost = async <Composed extends Desk>(
  options: HostOptions<Composed>,
): Promise<Host<Composed> | null> => {
  const { home, shell, version, closeWithinMs = CLOSE_WITHIN_MS } = options
  let lock: Lock | null = null
  try {
    lock = takeLock(home)
    if (lock === null) return null
    const held = lock
    const desk = await options.compose()
    let open: () => Opened | Promise<Opened> = () => ({ shell, address: null })
    const hello = { shell, pid: process.pid, version }
    const server = await listenOnSocket({ path: socketPath(home), desk, hello, open: () => open() }).catch(
      async (error: unknown) => {
        await desk.close()
        throw error
      },
    )
    let closing: Promise<boolean> | undefined
    const closeAll = async () => {
      const [, files] = await Promise.allSettled([server.close(), desk.close()])
      // Released while the files are open, the lock would let another desk in.
      if (files.status === 'fulfilled') held.release()
      return files.status === 'fulfilled'
    }
    return {
      desk,
      setOpen: (next) => {
        open = next
      },
      close: () => {
        closing ??= Promise.race([closeAll(), sleep(closeWithinMs, false, { ref: false })])
        return closing
      },
    }
  } catch (error) {
    lock?.release()
    throw asOpeningError(error, home)
  }
}
