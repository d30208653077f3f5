// Where the entries of threads are: from the sources one folder up; in a bundle beside this code, or above its chunk.
import { existsSync } from 'node:fs'
import { DeskError } from '../../src-shared/desk/errors.ts'

export const storeWorkerUrl = (): URL => {
  const candidates = ['../store-worker.ts', './store-worker.js', '../store-worker.js'].map(
    (path) => new URL(path, import.meta.url),
  )
  const found = candidates.find((url) => existsSync(url))
  if (found === undefined)
    throw new DeskError(
      'storage',
      'Installation is incomplete: the store worker is missing. Install Agency Desk again.',
    )
  return found
}

/** The entry of the receiver's thread, which is beside the store's. */
export const receiverWorkerUrl = (storeWorker: URL): URL =>
  new URL(storeWorker.pathname.endsWith('.ts') ? 'receiver-worker.ts' : 'receiver-worker.js', storeWorker)
