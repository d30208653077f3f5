// A backup knows an act as waiting that may have been sent since. What it holds open is therefore unknown: a person
// decides, and nothing goes out twice because a file was restored.
import type { Database } from 'better-sqlite3'

const REASON = 'The desk was restored from an older backup: this may have been sent since. Check the service.'
const OPEN = "SELECT no FROM intent WHERE state IN ('held', 'ready', 'in_flight')"

export const markOpenIntentsUnknown = (core: Database, nowMs: number): void =>
  core.transaction(() => {
    core
      .prepare(
        `UPDATE article SET state = 'unknown', reason = ? WHERE state IN ('held', 'sending') AND intent_no IN (${OPEN})`,
      )
      .run(REASON)
    core
      .prepare(`UPDATE credit SET state = 'settled', at_ms = ? WHERE state = 'open' AND intent_no IN (${OPEN})`)
      .run(nowMs)
    core
      .prepare(
        `UPDATE intent_item SET state = 'unknown', reason = ?
         WHERE state IN ('waiting', 'in_flight') AND intent_no IN (${OPEN})`,
      )
      .run(REASON)
    core
      .prepare(
        `UPDATE intent SET state = 'unknown', reason = ?, ended_at_ms = ?, release_at_ms = NULL, hold_left_ms = NULL,
           is_paused = 0, unknown = unknown + waiting + in_flight, waiting = 0, in_flight = 0 WHERE state IN ('held', 'ready', 'in_flight')`,
      )
      .run(REASON, nowMs)
    // One that has gone out since would look as if it had not.
    core.prepare('DELETE FROM preview').run()
  })()
