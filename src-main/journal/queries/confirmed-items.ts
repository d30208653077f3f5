import type { IntentKind } from '../../../src-shared/desk/intents.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import type { IntentDetails } from './intents.ts'

export type ConfirmedItem = {
  readonly intentId: string
  readonly item: number
  readonly brandId: string
  readonly label: string
  readonly details: IntentDetails
  readonly atMs: number
  readonly madeBy: string | null
}
export type ConfirmedArgs = {
  readonly kind: IntentKind
  readonly brandIds: readonly string[]
  readonly fromMs: number
  /** Not included. */
  readonly untilMs: number
}

const CONFIRMED = `SELECT i.id AS intentId, t.item, i.brand_id AS brandId, t.subject AS label, i.details, i.made_by AS madeBy,
    coalesce(i.ended_at_ms, i.sent_at_ms, i.created_at_ms) AS atMs
  FROM json_each(@brandIds) b CROSS JOIN intent i ON i.brand_id = b.value AND i.kind = @kind
  JOIN intent_item t ON t.intent_no = i.no AND t.state = 'confirmed'
  WHERE coalesce(i.ended_at_ms, i.sent_at_ms, i.created_at_ms) >= @fromMs
    AND coalesce(i.ended_at_ms, i.sent_at_ms, i.created_at_ms) < @untilMs`

/** What intents of a kind did within this time, item by item. */
export const confirmedItems = ({ core }: ReadableDb, args: ConfirmedArgs): ConfirmedItem[] =>
  prepared<Omit<ConfirmedItem, 'details'> & { details: string }>(core, CONFIRMED)
    .all({ ...args, brandIds: JSON.stringify(args.brandIds) })
    .map((row) => ({ ...row, details: JSON.parse(row.details) as IntentDetails })) // as the journal wrote it
