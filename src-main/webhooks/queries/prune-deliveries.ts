import { deleteArrivals, firstArrivals } from '../../store/arrivals.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

type Old = { readonly beforeMs: number }

/** Few enough that no sender waits long behind them. */
const PRUNED_AT_ONCE = 500

/** The first arrivals too: those of a brand that is not on this desk are in no other list. */
export const hasOlderDeliveries = (db: ReadableDb, { beforeMs }: Old): boolean =>
  prepared(db.core, 'SELECT 1 FROM delivery WHERE received_at_ms < ? LIMIT 1').get(beforeMs) !== undefined ||
  firstArrivals(db, 1, beforeMs).length > 0

/** Deletes the contents of some older deliveries; returns the numbers of those, and of all that have none here. */
export const pruneArrivals = (db: WritableDb, { beforeMs }: Old): number[] => {
  const sql = 'SELECT no FROM delivery WHERE received_at_ms < ? ORDER BY received_at_ms LIMIT ?'
  const shown = prepared<number>(db.core, sql).pluck().all(beforeMs, PRUNED_AT_ONCE)
  const numbers = new Set([...shown, ...firstArrivals(db, PRUNED_AT_ONCE, beforeMs)])
  // The contents first: after a crash between the two, the rows are found again.
  deleteArrivals(db, numbers)
  return [...numbers]
}

/** Deletes the rows of these. */
export const pruneRows = ({ core }: WritableDb, { numbers }: { numbers: readonly number[] }): void =>
  core
    .transaction(() => {
      for (const no of numbers) {
        prepared(core, 'DELETE FROM delivery_forward WHERE delivery_no = ?').run(no)
        prepared(core, 'DELETE FROM delivery WHERE no = ?').run(no)
      }
    })
    .immediate()
