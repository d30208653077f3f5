import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

export type LimiterInstant = { readonly bucket: string; readonly atMs: number }

export const loadLimiterWindows = ({ core }: ReadableDb, _args: Record<string, never>): LimiterInstant[] =>
  prepared<LimiterInstant>(core, 'SELECT bucket, at_ms AS atMs FROM limiter_window ORDER BY bucket, at_ms').all()

/** They take the place of what was kept of one bucket from `fromMs` on; without it, of all of that. */
export const saveLimiterWindow = (
  { core }: WritableDb,
  { bucket, atMs, fromMs = null }: { bucket: string; atMs: readonly number[]; fromMs?: number | null },
): void =>
  core.transaction(() => {
    if (fromMs === null) prepared(core, 'DELETE FROM limiter_window WHERE bucket = ?').run(bucket)
    else prepared(core, 'DELETE FROM limiter_window WHERE bucket = ? AND at_ms >= ?').run(bucket, fromMs)
    const insert = prepared(core, 'INSERT INTO limiter_window (bucket, at_ms) VALUES (?, ?)')
    for (const at of atMs) insert.run(bucket, Math.trunc(at))
  })()

export const replaceLimiterWindows = (
  { core }: WritableDb,
  { instants }: { instants: readonly LimiterInstant[] },
): void =>
  core.transaction(() => {
    core.exec('DELETE FROM limiter_window')
    const insert = prepared(core, 'INSERT INTO limiter_window (bucket, at_ms) VALUES (?, ?)')
    for (const { bucket, atMs } of instants) insert.run(bucket, Math.trunc(atMs))
  })()
