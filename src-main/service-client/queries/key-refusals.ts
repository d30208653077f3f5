import type { OperationName } from '../../../src-shared/service/operations.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

export type KeyRefusal = {
  readonly brandId: string
  readonly operation: OperationName
  readonly atMs: number
  readonly sent: number
  readonly allowed: number
}

export const listKeyRefusals = ({ core }: ReadableDb, { sinceMs }: { sinceMs: number }): KeyRefusal[] =>
  prepared<KeyRefusal>(
    core,
    `SELECT brand_id AS brandId, operation, at_ms AS atMs, sent, allowed FROM key_refusal WHERE at_ms >= ?
     ORDER BY at_ms DESC, brand_id, operation`,
  ).all(sinceMs)

/** In the place of the last one of this brand and operation. */
export const saveKeyRefusal = ({ core }: WritableDb, refusal: KeyRefusal): void =>
  void prepared(
    core,
    `INSERT OR REPLACE INTO key_refusal (brand_id, operation, at_ms, sent, allowed)
     VALUES (@brandId, @operation, @atMs, @sent, @allowed)`,
  ).run(refusal)
