// What actions that are not done mean for the entries of the calendar.
import { keptOf, moveOf, setAgainOf } from '../../../src-shared/desk/moves.ts'
import type { CalendarEntry } from '../../../src-shared/desk/publishing.ts'
import { openMoves } from '../../journal/public.ts'
import type { ReadableDb } from '../../store/db.ts'

export type EntryMove = NonNullable<CalendarEntry['move']>
export type EntryMoves = {
  /** By the entry on the old time, and by the intent of the one on the new time. */
  readonly found: ReadonlyMap<string, EntryMove>
  /** Intents that set again what is still scheduled: it is one entry until the service has unscheduled it. */
  readonly hidden: ReadonlySet<string>
}

export const entryMoves = (db: ReadableDb): EntryMoves => {
  const found = new Map<string, EntryMove>()
  const hidden = new Set<string>()
  const open = openMoves(db).map((one) => ({ ...one, details: JSON.parse(one.details) }))
  const isUnscheduling = new Set(open.flatMap(({ kind, details }) => (kind === 'unschedule' ? [details.move.id] : [])))
  for (const { id, kind, details } of open) {
    const move = moveOf({ details })
    if (move !== null) {
      const { entryId, from, to } = move
      if (kind === 'schedule') found.set(id, { part: 'to', from, to, intentId: id })
      found.set(entryId, { part: 'from', from, to, intentId: id })
    }
    for (const { entryId, at } of keptOf({ details }))
      if (isUnscheduling.has(details.move.id)) found.set(entryId, { part: 'kept', from: at, to: at, intentId: id })
    if (setAgainOf({ details }) !== null && isUnscheduling.has(details.move.id)) hidden.add(id)
  }
  return { found, hidden }
}
