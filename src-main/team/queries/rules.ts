// What the rules of a team mean for a write: within its transaction, so that PostgreSQL refuses it if they have changed since.
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

const NEEDS = `SELECT 1 FROM brand_rule WHERE brand_id = @brandId AND needs_approval = 1
  AND NOT EXISTS (SELECT 1 FROM person WHERE login = @by AND role IN ('sender', 'admin'))`

/** A sender has to release what this person queues for this brand. */
export const needsApproval = ({ core }: ReadableDb, args: { readonly brandId: string; readonly by: string }): boolean =>
  prepared(core, NEEDS).get(args) !== undefined

/** A sender who approves, releases or resumes what somebody else queued has approved it, whether the rule was there or not. */
const UNAPPROVED = `SELECT 1 FROM intent i
  JOIN brand_rule r ON r.brand_id = i.brand_id AND r.needs_approval = 1
  WHERE i.no = @no AND i.made_by IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM person WHERE login = i.made_by AND role IN ('sender', 'admin'))
    AND NOT EXISTS (SELECT 1 FROM intent_act a
      WHERE a.intent_no = i.no AND a.act IN ('approved', 'released', 'resumed') AND a.person <> i.made_by)`

/** By the rule as it is now: it may have come, or its person's role may have changed, after the intent was queued. */
export const isUnapproved = ({ core }: ReadableDb, args: { readonly no: number }): boolean =>
  prepared(core, UNAPPROVED).get(args) !== undefined

const OWN = `INSERT INTO person_brand (login, brand_id)
  SELECT login, @brandId FROM person WHERE login = @by AND all_brands = 0`

/** A person who sees some brands only sees the one that they add. */
export const saveOwnBrand = ({ core }: WritableDb, args: { readonly brandId: string; readonly by: string }): void =>
  void prepared(core, OWN).run(args)
