// How long the disk alone takes for what a commit of the receiver needs: it is the noise in every durable measure.
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

/** As many bytes as a commit of some deliveries writes. */
const PIECE = Buffer.alloc(16 * 1024, 7)

/** Milliseconds of each write and sync, appended to a file in the folder for this long. */
export const rawFsyncs = async (folder: string, durationMs: number): Promise<number[]> => {
  const path = join(folder, 'fsync')
  const file = openSync(path, 'w')
  const times: number[] = []
  const endsAt = performance.now() + durationMs
  while (performance.now() < endsAt) {
    const startedAt = performance.now()
    writeSync(file, PIECE)
    fsyncSync(file)
    times.push(performance.now() - startedAt)
    await setImmediate()
  }
  closeSync(file)
  rmSync(path)
  return times.sort((a, b) => a - b)
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
