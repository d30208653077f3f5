import { prepared, type ReadableDb } from './db.ts'

/** The latest instant, not after `untilMs`, that the desk's own clock stamped on a row; null where there is none. */
export const newestRow = ({ core }: ReadableDb, { untilMs }: { untilMs: number }): number | null => {
  const sql = `
    SELECT max(at) AS at FROM (
      SELECT max(received_at_ms) AS at FROM delivery WHERE received_at_ms <= @untilMs
      UNION ALL SELECT max(created_at_ms) FROM intent WHERE created_at_ms <= @untilMs
      UNION ALL SELECT max(updated_at_ms) FROM template WHERE updated_at_ms <= @untilMs
      UNION ALL SELECT max(fetched_at_ms) FROM connector_catalog WHERE fetched_at_ms <= @untilMs
      UNION ALL SELECT max(at_ms) FROM limiter_window WHERE at_ms <= @untilMs)`
  return prepared<{ at: number | null }>(core, sql).get({ untilMs })?.at ?? null
}
