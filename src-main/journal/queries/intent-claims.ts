import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

/** Which desk sends or sent an intent, and until when the others believe it. */
type IntentClaim = { readonly deskNo: number; readonly untilMs: number }

const SAVE = `INSERT INTO intent_claim (intent_no, desk_no, until_ms) VALUES (@intentNo, @deskNo, @untilMs)
  ON CONFLICT (intent_no) DO UPDATE SET desk_no = excluded.desk_no, until_ms = excluded.until_ms`

/** This desk sends it. Use it inside the transaction of the change. */
export const saveClaim = (
  { core, deskNo }: WritableDb,
  claim: { readonly intentNo: number; readonly untilMs: number },
): void => void prepared(core, SAVE).run({ ...claim, deskNo })

/** Null: nobody sends it, or ever did. */
export const claimOf = ({ core }: ReadableDb, { id }: { readonly id: string }): IntentClaim | null =>
  prepared<IntentClaim>(
    core,
    `SELECT desk_no AS deskNo, until_ms AS untilMs FROM intent_claim
     WHERE intent_no = (SELECT no FROM intent WHERE id = ?)`,
  ).get(id) ?? null

/** Intents in whose sending this desk stopped, if the others may still believe that it goes on. */
export const claimsLeft = ({ core, deskNo }: ReadableDb, { nowMs }: { readonly nowMs: number }): number[] =>
  prepared<{ no: number }>(core, 'SELECT intent_no AS no FROM intent_claim WHERE desk_no = ? AND until_ms > ?')
    .all(deskNo, nowMs)
    .map(({ no }) => no)
