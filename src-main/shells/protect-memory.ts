// Keys are in this process's memory. A signal that opens Node's inspector, or a core dump, must not reveal them.
import { writeFileSync } from 'node:fs'

/**
 * Call it first, in every entry of the desk. SIGUSR1 does nothing, also where the process was started without
 * `--disable-sigusr1`. On Linux a core dump of this process, and of those that it starts later, holds no memory; macOS
 * and Windows write none unless the user has set that up.
 */
export const protectMemory = (): void => {
  process.on('SIGUSR1', () => {})
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/coredump_filter', '0')
  } catch {
    // A system without /proc, or with one that is read-only: its own limit of core dumps remains.
  }
}
