// A process that runs the desk of a data folder: lock first, then the desk, then the socket others reach it by;
// in the other order at the end. At most one such process exists per folder.
import type { Desk } from '../desk.ts'
import { asStorageError } from '../store/storage-error.ts'
import { type Lock, takeLock } from './lock.ts'
import type { Opened } from './socket/frames.ts'
import { socketPath } from './socket/path.ts'
import { listenOnSocket } from './socket/server.ts'

export type HostOptions<Composed extends Desk> = {
  readonly home: string
  readonly shell: 'electron' | 'web' | 'cli' | 'none'
  readonly version: string
  readonly compose: () => Promise<Composed>
}

export type Host<Composed extends Desk> = {
  readonly desk: Composed
  /** What `open` over the socket does from now on. */
  readonly setOpen: (open: () => Opened | Promise<Opened>) => void
  readonly close: () => Promise<void>
}

/** Opens the desk of a data folder; null where another process has it open. Rejects with `storage` where it cannot be. */
export const openHost = async <Composed extends Desk>(
  options: HostOptions<Composed>,
): Promise<Host<Composed> | null> => {
  const { home, shell, version } = options
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
    let closing: Promise<void> | undefined
    const closeAll = async () => {
      await server.close()
      await desk.close()
      held.release()
    }
    return {
      desk,
      setOpen: (next) => {
        open = next
      },
      close: () => {
        closing ??= closeAll()
        return closing
      },
    }
  } catch (error) {
    lock?.release()
    throw asStorageError(error, home)
  }
}
