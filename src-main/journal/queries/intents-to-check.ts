import type { IntentItemState, IntentKind } from '../../../src-shared/desk/intents.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'

/** An intent with items that a person has to look at. Items that were sent again are not counted. */
export type IntentToCheck = {
  readonly id: string
  readonly kind: IntentKind
  readonly brandId: string
  readonly atMs: number
  readonly total: number
  readonly unknown: number
  readonly failed: number
  readonly skipped: number
  /** Of one that failed. */
  readonly label: string | null
  /** The most common one of those that failed. */
  readonly reason: string | null
  /** The most common one of those that are unknown. */
  readonly unknownReason: string | null
  /** Why items were skipped: the most common reason first. */
  readonly skipReasons: readonly { readonly reason: string; readonly count: number }[]
}

type Head = Pick<IntentToCheck, 'id' | 'kind' | 'brandId' | 'atMs' | 'total'> & { readonly no: number }
/** Items of one intent in the same state for the same reason. */
type Row = Head & {
  readonly state: Extract<IntentItemState, 'unknown' | 'failed' | 'skipped'>
  readonly why: string | null
  readonly count: number
  readonly label: string
}

/** JSON is not parsed for each item: no other field of a result has this name. */
const LEFT = `instr(t.result, '"againAs"') = 0`
const ITEMS = `SELECT i.no, i.id, i.kind, i.brand_id AS brandId, coalesce(i.ended_at_ms, i.sent_at_ms, i.created_at_ms) AS atMs,
    i.waiting + i.in_flight + i.confirmed + i.failed + i.skipped + i.unknown + i.cancelled AS total,
    t.state, t.reason AS why, count(*) AS count, min(t.subject) AS label
  FROM intent i JOIN intent_item t ON t.intent_no = i.no AND t.state IN ('unknown', 'failed', 'skipped') AND ${LEFT}
  WHERE i.brand_id IN (SELECT value FROM json_each(@brandIds))
    AND (i.unknown > 0 OR i.ended_at_ms >= @sinceMs AND i.failed + i.skipped > 0)
  GROUP BY i.no, t.state, t.reason ORDER BY i.no, count(*) DESC`

const SKIP_REASONS = 3

const toIntent = (rows: readonly Row[]): IntentToCheck[] => {
  const [first] = rows
  if (first === undefined) return []
  const { id, kind, brandId, atMs, total } = first
  const counted = (state: Row['state']) => rows.reduce((sum, row) => (row.state === state ? sum + row.count : sum), 0)
  const skipReasons = rows.flatMap(({ state, why, count }) =>
    state === 'skipped' && why !== null ? [{ reason: why, count }] : [],
  )
  const failed = rows.find(({ state }) => state === 'failed')
  return [
    {
      ...{ id, kind, brandId, atMs, total },
      ...{ unknown: counted('unknown'), failed: counted('failed'), skipped: counted('skipped') },
      label: failed?.label ?? null,
      reason: failed?.why ?? null,
      unknownReason: rows.find(({ state }) => state === 'unknown')?.why ?? null,
      skipReasons: skipReasons.slice(0, SKIP_REASONS),
    },
  ]
}

type Args = { readonly brandIds: readonly string[]; readonly sinceMs: number }

/** Those with unknown items, and those that ended since with failed or skipped ones. */
export const intentsToCheck = ({ core }: ReadableDb, { brandIds, sinceMs }: Args): IntentToCheck[] => {
  const rows = prepared<Row>(core, ITEMS).all({ brandIds: JSON.stringify(brandIds), sinceMs })
  return [...Map.groupBy(rows, ({ no }) => no).values()].flatMap(toIntent)
}
