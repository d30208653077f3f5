// The socket answers its owner alone: it lies in a folder that only the owner may enter.
import { createHash } from 'node:crypto'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { requirePrivate } from '../private-folder.ts'

/** Longest path a socket can have everywhere (104 bytes on macOS, its ending zero included). */
const PATH_MAX_BYTES = 100

/** Where the desk of this data folder listens. A path too long for a socket is replaced by a short one of ours. */
export const socketPath = (home: string, platform: NodeJS.Platform = process.platform): string => {
  const short = createHash('sha256').update(home).digest('hex').slice(0, 24)
  if (platform === 'win32') return `\\\\.\\pipe\\agency-desk-${short}`
  const inHome = join(home, 'desk.sock')
  if (Buffer.byteLength(inHome) <= PATH_MAX_BYTES) return inHome
  const folder = join(tmpdir(), `agency-desk-${userInfo().uid}`)
  requirePrivate(folder)
  return join(folder, `${short}.sock`)
}
