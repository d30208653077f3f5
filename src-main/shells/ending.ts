/** Longer than closing takes at most, and less than the 10 s after which scripts/lib/child.mjs kills the process. */
const END_WITHIN_MS = 9_500

/**
 * Resolves once: at Ctrl-C, SIGTERM, a closed terminal, or when the process that started this one has ended. The process
 * ends `withinMs` later even where it hangs or is still starting.
 */
export const whenAskedToEnd = ({ withinMs = END_WITHIN_MS } = {}): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      resolve()
      setTimeout(() => {
        process.stderr.write(
          'The desk did not close in time. What was being sent is shown as unknown at the next start.\n',
        )
        process.exit(1)
      }, withinMs).unref()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
    // Only there when the parent opened an IPC channel, as scripts/start.mjs does.
    process.once('disconnect', end)
  })
