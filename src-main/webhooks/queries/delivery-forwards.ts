import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { deliveryId, deliveryNo } from '../rules/delivery-id.ts'

/** One attempt to forward a delivery; `nextTryAtMs` where another follows. */
export type ForwardAttempt = {
  readonly url: string
  readonly atMs: number
  readonly status: number | null
  readonly error: string | null
  readonly attempt: number
  readonly nextTryAtMs: number | null
}

export type WaitingForward = ForwardAttempt & { readonly no: number; readonly deliveryId: string }

const COLUMNS = 'url, at_ms AS atMs, status, error, attempt, next_try_at_ms AS nextTryAtMs'

/** Stores an attempt and clears the wait of the one before; returns its number, null where the delivery is deleted. */
export const saveForward = (
  { core }: WritableDb,
  { id, forward, afterNo }: { id: string; forward: ForwardAttempt; afterNo: number | null },
): number | null =>
  core
    .transaction(() => {
      prepared(core, 'UPDATE delivery_forward SET next_try_at_ms = NULL WHERE no = ?').run(afterNo)
      const sql = `
        INSERT INTO delivery_forward (brand_id, delivery_no, url, at_ms, status, error, attempt, next_try_at_ms)
        SELECT brand_id, no, @url, @atMs, @status, @error, @attempt, @nextTryAtMs FROM delivery WHERE no = @deliveryNo`
      const { changes, lastInsertRowid } = prepared(core, sql).run({ ...forward, deliveryNo: deliveryNo(id) })
      return changes === 0 ? null : Number(lastInsertRowid)
    })
    .immediate()

/** The attempts of one delivery, the newest first. */
export const listForwards = ({ core }: ReadableDb, { id }: { id: string }): ForwardAttempt[] =>
  prepared<ForwardAttempt>(
    core,
    `SELECT ${COLUMNS} FROM delivery_forward WHERE delivery_no = ? ORDER BY no DESC LIMIT 100`,
  ).all(deliveryNo(id))

/** Attempts with a retry to come, after a restart. */
export const waitingForwards = ({ core }: ReadableDb, _args: Record<string, never>): WaitingForward[] =>
  prepared<ForwardAttempt & { no: number; deliveryNo: number }>(
    core,
    `SELECT no, delivery_no AS deliveryNo, ${COLUMNS} FROM delivery_forward INDEXED BY delivery_forward_waiting
     WHERE next_try_at_ms IS NOT NULL ORDER BY no LIMIT 1000`,
  )
    .all()
    .map(({ deliveryNo: number, ...row }) => ({ ...row, deliveryId: deliveryId(number) }))
