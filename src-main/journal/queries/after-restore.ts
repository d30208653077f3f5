// A backup may list an intent as waiting that was sent since. All open intents of a restored core.db are therefore
// unknown: a person decides, and nothing is sent twice because a file was restored.
import type { Database } from 'better-sqlite3'
import { DeskError } from '../../../src-shared/desk/errors.ts'

export const RESTORED_REASON =
  'The desk was restored from an older backup: this may have been sent since. Check the service.'
const OPEN = "state IN ('held', 'ready', 'in_flight')"

export const markOpenIntentsUnknown = (core: Database, nowMs: number, reason = RESTORED_REASON): void => {
  core
    .prepare(
      `UPDATE intent_item SET state = 'unknown', reason = ?
       WHERE state IN ('waiting', 'in_flight') AND intent_no IN (SELECT no FROM intent WHERE ${OPEN})`,
    )
    .run(reason)
  core
    .prepare(
      `UPDATE intent SET state = 'unknown', reason = ?, ended_at_ms = ?, release_at_ms = NULL, hold_left_ms = NULL,
         is_paused = 0, unknown = unknown + waiting + in_flight, waiting = 0, in_flight = 0 WHERE ${OPEN}`,
    )
    .run(reason, nowMs)
}

export const assertNothingInFlight = (core: Database): void => {
  if (core.prepare("SELECT 1 FROM intent WHERE state = 'in_flight' LIMIT 1").get() === undefined) return
  throw new DeskError('conflict', 'The backup was not restored: an intent is being sent. Try again once it is done.')
}
