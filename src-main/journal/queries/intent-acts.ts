// What people did to an intent since it was created, and when: one row each, however many items it has. What the desk does by
// itself (the end of a hold, sending, polls) is not in it.
import type { IntentAct } from '../../../src-shared/desk/intents.ts'
import { toInstant } from '../../base/clock.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { rulesOf } from '../../store/team/desk-rules.ts'
import { namesIn } from '../../team/public.ts'
import type { IntentEvent } from '../rules/events.ts'

const ACTS: Partial<Record<IntentEvent['type'], IntentAct['act']>> = {
  cancel: 'cancelled',
  pause: 'paused',
  resume: 'resumed',
  release: 'released',
  retry: 'retried',
}

/** What a person did to the whole of it by this event; undefined: the desk did it, or it is about some items. `waits`: for approval, until then. */
export const actOf = (event: IntentEvent, waits: boolean): IntentAct['act'] | undefined => {
  if (event.type === 'decide' && event.isByPerson === true) return 'decided'
  if (event.type === 'cancel' && event.items !== undefined) return undefined
  const ends = event.type === 'release' || event.type === 'resume'
  return ends && waits ? 'approved' : ACTS[event.type]
}

/** What releases an intent names the hash that it releases. */
const APPROVING: readonly IntentAct['act'][] = ['approved', 'released', 'resumed']
const INSERT = `INSERT INTO intent_act (intent_no, at_ms, act, hash)
  VALUES (@intentNo, @atMs, @act, CASE WHEN @isApproving THEN (SELECT hash FROM intent WHERE no = @intentNo) END)`

/** Use it inside the transaction of the change. */
export const saveAct = (
  { core }: WritableDb,
  act: { readonly intentNo: number; readonly atMs: number; readonly act: IntentAct['act'] },
): void => void prepared(core, INSERT).run({ ...act, isApproving: APPROVING.includes(act.act) ? 1 : 0 })

type ActRecord = { readonly atMs: number; readonly act: IntentAct['act']; readonly person: string | null }

/** In their order, from its creation on. */
export const actsOf = (db: ReadableDb, { no, createdAtMs }: { no: number; createdAtMs: number }): IntentAct[] => {
  const rows = prepared<ActRecord>(
    db.core,
    'SELECT at_ms AS atMs, act, person FROM intent_act WHERE intent_no = ? ORDER BY no',
  ).all(no)
  const made = prepared<{ madeBy: string | null }>(db.core, 'SELECT made_by AS madeBy FROM intent WHERE no = ?').get(no)
  const nameOf = namesIn(db)
  const { shared } = rulesOf(db)
  return [{ atMs: createdAtMs, act: 'created' as const, person: made?.madeBy ?? null }, ...rows].map(
    ({ atMs, act, person }) => ({
      ...{ at: toInstant(atMs), act },
      ...shared(() => ({ person: nameOf(person) })),
    }),
  )
}
