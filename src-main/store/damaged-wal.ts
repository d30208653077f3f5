// SQLite takes a WAL whose header is damaged for an empty one, and of a WAL that is damaged further on only what comes before:
// what was committed since the last checkpoint is gone without an error. So it is looked at before the file is opened.
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { damagedName } from './backups.ts'

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC = 0x377f0682

type Sums = readonly [number, number]

/** The checksum of SQLite's WAL format, section 4.2: over pairs of words, in the byte order that the magic number names. */
const sumOf = (bytes: Buffer, isBig: boolean, [first, second]: Sums): Sums => {
  let [one, two] = [first, second]
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    one = (one + (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + two) >>> 0
    two = (two + (isBig ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + one) >>> 0
  }
  return [one, two]
}

const hasSums = (bytes: Buffer, at: number, [one, two]: Sums): boolean =>
  bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === two

/** Whether commits are lost: the header is wrong, or a commit of this round follows a frame that is wrong. */
export const isWalDamaged = (wal: Buffer): boolean => {
  if (wal.length <= HEADER_BYTES) return false
  const magic = wal.readUInt32BE(0)
  const isBig = (magic & 1) === 1
  let sums = sumOf(wal.subarray(0, 24), isBig, [0, 0])
  if (magic >>> 1 !== MAGIC >>> 1 || !hasSums(wal, 24, sums)) return true
  const frameBytes = FRAME_HEADER_BYTES + wal.readUInt32BE(8)
  let isSound = true
  for (let at = HEADER_BYTES; at + frameBytes <= wal.length; at += frameBytes) {
    const isOfThisRound = wal.compare(wal, 16, 24, at + 8, at + 16) === 0
    if (isSound) {
      sums = sumOf(wal.subarray(at, at + 8), isBig, sums)
      sums = sumOf(wal.subarray(at + FRAME_HEADER_BYTES, at + frameBytes), isBig, sums)
      isSound = isOfThisRound && hasSums(wal, at + 16, sums)
    } else if (isOfThisRound && wal.readUInt32BE(at + 4) > 0) return true
  }
  return false
}

/** Keeps a damaged WAL of the file beside it, since opening the file overwrites it. Undefined where there is none. */
export const keepDamagedWal = (path: string): string | undefined => {
  const walFile = `${path}-wal`
  if (!existsSync(walFile) || !isWalDamaged(readFileSync(walFile))) return undefined
  const kept = `${damagedName(path, new Date().toISOString())}-wal`
  copyFileSync(walFile, kept)
  return kept
}
