import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

type Old = { readonly beforeMs: number }

/** Few enough that no sender waits long behind them. */
const PRUNED_AT_ONCE = 500

/** The first arrivals, which are the oldest: those of a brand that is not on this desk are in no other list. */
const FIRST_ARRIVALS = `SELECT no FROM (SELECT no, received_at_ms FROM arrival ORDER BY no LIMIT ?) WHERE received_at_ms < ?`

export const hasOlderDeliveries = ({ core, inbox }: ReadableDb, { beforeMs }: Old): boolean =>
  prepared(core, 'SELECT 1 FROM delivery WHERE received_at_ms < ? LIMIT 1').get(beforeMs) !== undefined ||
  prepared(inbox, FIRST_ARRIVALS).get(1, beforeMs) !== undefined

/** Deletes the contents of some older deliveries; returns the numbers of those, and of all that have none here. */
export const pruneArrivals = ({ core, inbox }: WritableDb, { beforeMs }: Old): number[] => {
  const sql = 'SELECT no FROM delivery WHERE received_at_ms < ? ORDER BY received_at_ms LIMIT ?'
  const shown = prepared<{ no: number }>(core, sql).all(beforeMs, PRUNED_AT_ONCE)
  const first = prepared<{ no: number }>(inbox, FIRST_ARRIVALS).all(PRUNED_AT_ONCE, beforeMs)
  const numbers = new Set([...shown, ...first].map(({ no }) => no))
  // The contents first: after a crash between the two, the rows are found again.
  inbox
    .transaction(() => {
      for (const no of numbers) prepared(inbox, 'DELETE FROM arrival WHERE no = ?').run(no)
    })
    .immediate()
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

/** Deletes some older deliveries; returns how many. For a desk alone: in a team another thread writes the rows. */
export const pruneDeliveries = (db: WritableDb, old: Old): number => {
  const numbers = pruneArrivals(db, old)
  pruneRows(db, { numbers })
  return numbers.length
}
