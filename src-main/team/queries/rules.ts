// What the rules of a team mean for a write: within its transaction, so that PostgreSQL refuses it if they have changed since.
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

/** SQL: true if this person releases what others queue. */
export const isSender = (login: string): string =>
  `EXISTS (SELECT 1 FROM person WHERE login = ${login} AND role IN ('sender', 'admin'))`

/** SQL: true if a sender has to release what writers queue for this brand. */
export const isUnderRule = (brandId: string): string =>
  `EXISTS (SELECT 1 FROM brand_rule WHERE brand_id = ${brandId} AND needs_approval = 1)`

const NEEDS = `SELECT 1 WHERE ${isUnderRule('@brandId')} AND NOT ${isSender('@by')}`

/** A sender has to release what this person queues for this brand. */
export const needsApproval = ({ core }: ReadableDb, args: { readonly brandId: string; readonly by: string }): boolean =>
  prepared(core, NEEDS).get(args) !== undefined

export type TeamPerson = { readonly name: string; readonly isRemoved: boolean }

const PERSON = 'SELECT name, removed_at_ms IS NOT NULL AS isRemoved FROM person WHERE login = ?'

/** Null: nobody of this login is in the mirror. */
export const findPerson = ({ core }: ReadableDb, login: string): TeamPerson | null => {
  const row = prepared<{ name: string; isRemoved: number }>(core, PERSON).get(login)
  return row === undefined ? null : { name: row.name, isRemoved: row.isRemoved === 1 }
}

const OWN = `INSERT INTO person_brand (login, brand_id)
  SELECT login, @brandId FROM person WHERE login = @by AND all_brands = 0`

/** A person who sees some brands only sees the one that they add. */
export const saveOwnBrand = ({ core }: WritableDb, args: { readonly brandId: string; readonly by: string }): void =>
  void prepared(core, OWN).run(args)
