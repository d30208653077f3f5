// Node waits for its threads before it ends, and nothing interrupts a thread that is inside SQLite or waits for a disk or a
// name server. Where one is busy, the system ends the process: what was acknowledged is on disk before.
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than closing takes at most, and less than the 10 s after which scripts/lib/child.mjs kills the process. */
const END_WITHIN_MS = 9_500
const POOL_IDLE_WITHIN_MS = 200
const POLL_MS = 10

/** Ends this process by SIGKILL, which no thread delays: a shell reports 137, `npm start` 1. */
export const endByForce = (): void => {
  process.stderr.write(
    'The desk did not close in time and was ended. What it confirmed is stored. What was being sent is shown as unknown at the next start.\n',
  )
  process.kill(process.pid, 'SIGKILL')
}

/** Work of Node's own threads: files and names. */
const isPoolBusy = (): boolean =>
  process.getActiveResourcesInfo().some((name) => /^(FSReq|GetAddrInfo|GetNameInfo)/.test(name))

/** Ends this process with that code; by force where a thread is still busy. `isClosed`: all files are closed. */
export const endProcess = async (code: number, isClosed: boolean): Promise<void> => {
  for (let waitedMs = 0; isPoolBusy() && waitedMs < POOL_IDLE_WITHIN_MS; waitedMs += POLL_MS) await sleep(POLL_MS)
  if (!isClosed || isPoolBusy()) endByForce()
  else process.exit(code)
}

/**
 * Resolves once: at Ctrl-C, SIGTERM, a closed terminal, or when the process that started this one has ended. The process
 * is ended `withinMs` later even where it hangs or is still starting.
 */
export const whenAskedToEnd = ({ withinMs = END_WITHIN_MS } = {}): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      resolve()
      setTimeout(endByForce, withinMs).unref()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
    // Only there when the parent opened an IPC channel, as scripts/start.mjs does.
    process.once('disconnect', end)
  })
