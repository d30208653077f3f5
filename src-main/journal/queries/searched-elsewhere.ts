import { prepared, type ReadableDb } from '../../store/db.ts'

const ELSEWHERE = `
  SELECT DISTINCT t.subject AS id FROM intent AS i JOIN intent_item AS t ON t.intent_no = i.no
  WHERE i.brand_id = @brandId AND i.kind = 'findPeople' AND i.id <> @intentId
    AND t.subject IN (SELECT value FROM json_each(@prospectIds)) AND t.state IN ('confirmed', 'in_flight', 'unknown')
    AND (t.state <> 'confirmed' OR i.ended_at_ms IS NULL
      OR i.ended_at_ms >= (SELECT created_at_ms FROM intent WHERE id = @intentId))`

/** Which of these sites another intent of the brand searches for people, or has searched since this one was stored. */
export const searchedElsewhere = (
  { core }: ReadableDb,
  args: { brandId: string; intentId: string; prospectIds: readonly string[] },
): string[] =>
  prepared<{ id: string }>(core, ELSEWHERE)
    .all({ ...args, prospectIds: JSON.stringify(args.prospectIds) })
    .map(({ id }) => id)
