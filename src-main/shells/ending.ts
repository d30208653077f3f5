/** Resolves once: at Ctrl-C, SIGTERM, a closed terminal, or when the process that started this one has gone. */
export const whenAskedToEnd = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
    // Only there when the parent opened an IPC channel, as scripts/start.mjs does.
    process.once('disconnect', () => resolve())
  })
