// The intents of one action (src-shared/desk/values/moves.ts): an unschedule and the schedules that come after it.
import type { IntentItemState, IntentKind, IntentState } from '../../../src-shared/desk/intents.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'

export type MovePart = { readonly id: string; readonly kind: IntentKind; readonly state: IntentState }
type OfMove = { readonly brandId: string; readonly moveId: string }

const PARTS = `SELECT id, kind, state, json_extract(details, '$.move.isKept') IS NOT NULL AS isKept FROM intent
  WHERE kind IN ('schedule', 'unschedule') AND brand_id = @brandId AND json_extract(details, '$.move.id') = @moveId
    AND json_extract(details, '$.move.isAgain') IS NULL
  ORDER BY no`

/** The unschedule first, then the schedules. */
export const partsOfMove = ({ core }: ReadableDb, args: OfMove): (MovePart & { isKept: 0 | 1 })[] =>
  prepared<MovePart & { isKept: 0 | 1 }>(core, PARTS).all(args)

const OFF = `SELECT t.state FROM intent i JOIN intent_item t ON t.intent_no = i.no
  WHERE i.kind = 'unschedule' AND i.brand_id = @brandId AND json_extract(i.details, '$.move.id') = @moveId
    AND t.subject = @slug ORDER BY i.no DESC LIMIT 1`

/** Whether the article was unscheduled by the action; null: nothing says so. */
export const unscheduleOfMove = (
  { core }: ReadableDb,
  args: OfMove & { readonly slug: string },
): IntentItemState | null => prepared<{ state: IntentItemState }>(core, OFF).get(args)?.state ?? null

export type OpenMove = MovePart & { readonly details: string }

const OPEN = `SELECT id, kind, state, details FROM intent
  WHERE state IN ('held', 'ready', 'in_flight') AND kind IN ('schedule', 'unschedule')
    AND json_extract(details, '$.move.id') IS NOT NULL ORDER BY no`

/** Parts of all moves that have not ended. */
export const openMoves = ({ core }: ReadableDb): OpenMove[] => prepared<OpenMove>(core, OPEN).all()
