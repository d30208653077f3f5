// What a person snoozed or dismissed: kept in core.db, because it is a decision and not a copy of the service's data.
import { DAY_MS } from '../../base/clock.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

export type Choice = {
  readonly itemId: string
  /** Null where the item is about several brands. */
  readonly brandId: string | null
  readonly atMs: number
  /** Of a snoozed item: the day, and when it begins. Null: dismissed. */
  readonly until: string | null
  readonly untilMs: number | null
  readonly reason: string | null
  readonly occurrences: readonly string[]
}

type Row = Omit<Choice, 'occurrences'> & { readonly occurrences: string }

const LIST = `SELECT item_id AS itemId, brand_id AS brandId, at_ms AS atMs, until, until_ms AS untilMs, reason, occurrences
  FROM today_choice`

export const listChoices = ({ core }: ReadableDb, _args: Record<string, never>): Choice[] =>
  prepared<Row>(core, LIST)
    .all()
    .map((row) => ({ ...row, occurrences: JSON.parse(row.occurrences) as string[] })) // as saved

/** A dismissal older than this is of an item that nobody remembers. */
const KEPT_MS = 400 * DAY_MS

const SAVE = `INSERT OR REPLACE INTO today_choice (item_id, brand_id, at_ms, until, until_ms, reason, occurrences)
  SELECT @itemId, @brandId, @atMs, @until, @untilMs, @reason, @occurrences
  WHERE @brandId IS NULL OR EXISTS (SELECT 1 FROM brand WHERE id = @brandId)`

/** Replaces the choice for the item, and drops those that no longer hide anything. */
export const saveChoice = ({ core }: WritableDb, choice: Choice): void =>
  core
    .transaction(() => {
      prepared(core, 'DELETE FROM today_choice WHERE until_ms <= ? OR at_ms < ?').run(
        choice.atMs,
        choice.atMs - KEPT_MS,
      )
      prepared(core, SAVE).run({ ...choice, occurrences: JSON.stringify(choice.occurrences) })
    })
    .immediate()

export const removeChoice = ({ core }: WritableDb, { itemId }: { itemId: string }): void =>
  void prepared(core, 'DELETE FROM today_choice WHERE item_id = ?').run(itemId)
