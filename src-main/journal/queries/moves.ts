// The two intents of a move (src-shared/desk/moves.ts).
import type { IntentKind, IntentState } from '../../../src-shared/desk/intents.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'

export type MovePart = { readonly id: string; readonly kind: IntentKind; readonly state: IntentState }

const PARTS = `SELECT id, kind, state FROM intent
  WHERE kind IN ('schedule', 'unschedule') AND brand_id = @brandId AND json_extract(details, '$.move.id') = @moveId
  ORDER BY no`

/** The unschedule first, then the schedule, then schedules that were sent again. */
export const partsOfMove = ({ core }: ReadableDb, args: { brandId: string; moveId: string }): MovePart[] =>
  prepared<MovePart>(core, PARTS).all(args)

export type OpenMove = MovePart & { readonly details: string }

const OPEN = `SELECT id, kind, state, details FROM intent
  WHERE state IN ('held', 'ready', 'in_flight') AND kind IN ('schedule', 'unschedule')
    AND json_extract(details, '$.move.id') IS NOT NULL ORDER BY no`

/** Parts of all moves that have not ended. */
export const openMoves = ({ core }: ReadableDb): OpenMove[] => prepared<OpenMove>(core, OPEN).all()
