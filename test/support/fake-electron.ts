import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** As @electron/fuses finds it in a program: the sentinel, version 1, the number of fuses, their states. */
const FUSE_WIRE = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('101100010'),
])

const PADDING = 64
/** Of runAsNode in the program. */
export const FIRST_FUSE_AT = PADDING + 32 + 2

/** A file with a fuse wire, set as Electron's releases are. */
export const writeFusedProgram = (file: string): void => {
  writeFileSync(file, Buffer.concat([Buffer.alloc(PADDING), FUSE_WIRE, Buffer.alloc(PADDING)]))
  chmodSync(file, 0o755)
}

/** A folder that electron-builder takes for an unpacked Electron for Linux. */
export const writeFakeElectron = (folder: string, version: string): void => {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  writeFusedProgram(join(folder, 'electron'))
  writeFileSync(join(folder, 'version'), version)
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, name), '')
}
