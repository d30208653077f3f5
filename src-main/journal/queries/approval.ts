// Whether an intent waits for a sender: by the team's rules as they are now, within the transaction of the write that asks.
import { prepared, type ReadableDb } from '../../store/db.ts'
import { findPerson, isSender, isUnderRule, type TeamPerson } from '../../team/public.ts'

/** A sender who approves, releases or resumes what somebody else queued has approved it as it was, whether the rule was there or not. */
const UNAPPROVED = `SELECT 1 FROM intent i
  WHERE i.no = @no AND i.made_by IS NOT NULL AND ${isUnderRule('i.brand_id')} AND NOT ${isSender('i.made_by')}
    AND NOT EXISTS (SELECT 1 FROM intent_act a
      WHERE a.intent_no = i.no AND a.act IN ('approved', 'released', 'resumed') AND a.hash = i.hash
        AND a.person <> i.made_by)`

/** By the rule as it is now: it may have come, or its person's role may have changed, after the intent was queued. */
export const isUnapproved = ({ core }: ReadableDb, args: { readonly no: number }): boolean =>
  prepared(core, UNAPPROVED).get(args) !== undefined

/** PostgreSQL stopped it because who queued it lost a right, and no other sender has approved it since. */
const STOPPED = `SELECT i.made_by AS madeBy FROM intent i
  WHERE i.no = @no AND i.made_by IS NOT NULL AND 'held' = (SELECT act FROM intent_act
    WHERE intent_no = i.no AND (act = 'held' OR act = 'approved' AND person IS NOT i.made_by) ORDER BY no DESC LIMIT 1)`

/** The person whose lost right stopped it. */
export const stoppedBy = (db: ReadableDb, args: { readonly no: number }): TeamPerson | null => {
  const row = prepared<{ madeBy: string }>(db.core, STOPPED).get(args)
  return row === undefined ? null : findPerson(db, row.madeBy)
}
