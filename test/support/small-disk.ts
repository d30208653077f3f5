// A disk of some megabytes, in memory, for tests of a full one. To mount it takes a right that not every machine gives.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const MEGABYTE = 1024 * 1024

const mount = (folder: string, megabytes: number): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0
const unmount = (folder: string): boolean => spawnSync('umount', [folder]).status === 0

export const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-mount-'))
  const isMounted = mount(folder, 1)
  if (isMounted) unmount(folder)
  rmSync(folder, { recursive: true, force: true })
  return isMounted
})()

export type SmallDisk = {
  readonly folder: string
  /** Until nothing more fits than this. */
  readonly fill: (leftMegabytes?: number) => void
  readonly makeRoom: () => void
}

/** Gone when the test ends. */
export const mountSmallDisk = (megabytes: number): SmallDisk => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-disk-'))
  if (!mount(folder, megabytes)) throw new Error(`Nothing can be mounted at ${folder}.`)
  onTestFinished(() => {
    unmount(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  const ballast = join(folder, 'ballast')
  const fill = (leftMegabytes = 0): void => {
    try {
      for (;;) writeFileSync(ballast, Buffer.alloc(MEGABYTE), { flag: 'a' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error // of the file system
    }
    truncateSync(ballast, Math.max(0, statSync(ballast).size - leftMegabytes * MEGABYTE))
  }
  return { folder, fill, makeRoom: () => rmSync(ballast, { force: true }) }
}
