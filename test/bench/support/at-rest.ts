// What a process still does after its round would run beside the next server's round: Debian's webhook answers first and
// starts its commands afterwards, for seconds. Linux only.
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

const LOOK_EVERY_MS = 200
/** One tick of the clock that Linux counts processor time with. */
const TICK_MS = 10

/** Processor time of a process and of its children that have ended, in milliseconds. */
export const processorMs = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return [11, 12, 13, 14].reduce((ticks, at) => ticks + Number(fields[at]), 0) * TICK_MS
}

/** Resolves once the process does nothing more. */
export const untilAtRest = async (pid: number): Promise<void> => {
  for (let last = processorMs(pid); ; ) {
    await setTimeout(LOOK_EVERY_MS)
    const now = processorMs(pid)
    if (now - last <= TICK_MS) return
    last = now
  }
}
