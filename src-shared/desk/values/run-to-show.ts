import type { SyncRun } from '../sync.ts'

/**
 * The run to show for the sync: the person's while it runs, then the interval's while that runs, else the last that
 * ended of both. What the desk looks at by itself is never it.
 */
export const runToShow = (runs: readonly SyncRun[]): SyncRun | null => {
  const [person, interval] = (['person', 'interval'] as const).map((origin) =>
    runs.find((run) => run.origin === origin),
  )
  const going = [person, interval].find((run) => run?.endedAt === null)
  if (going !== undefined) return going
  return (person?.endedAt ?? '') >= (interval?.endedAt ?? '') ? (person ?? interval ?? null) : (interval ?? null)
}
