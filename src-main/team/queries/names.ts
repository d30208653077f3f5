// Names of people, as rows of other rooms are shown with them. On a desk alone nothing is read and nothing is added.
import type { PersonRef } from '../../../src-shared/desk/values/attribution.ts'
import { toInstant } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'

/** A removed person keeps the name; one that is not in the mirror yet is shown by the login. */
type NameOf = (login: string | null) => PersonRef | null

/** Reads the names when the first one is asked for. */
export const namesIn = ({ core }: ReadableDb): NameOf => {
  let names: ReadonlyMap<string, string> | undefined
  return (login) => {
    if (login === null) return null
    names ??= new Map(
      prepared<{ login: string; name: string }>(core, 'SELECT login, name FROM person')
        .all()
        .map((person) => [person.login, person.name]),
    )
    return { login, name: names.get(login) ?? login }
  }
}

/** The columns of attribution, as a statement selects them. */
export const CHANGED = 'made_by AS madeBy, changed_by AS changedBy, changed_at_ms AS changedAtMs'
export type ChangedColumns = {
  readonly madeBy: string | null
  readonly changedBy: string | null
  readonly changedAtMs: number | null
}

type Changed = { changedBy: PersonRef | null; changedAt: string | null }

/** Who last changed a row, and when: the fields `changedFields` of the contract. */
export const changedIn = (db: ReadableDb): ((row: ChangedColumns) => Changed | Record<never, never>) => {
  if (db.deskNo === 0) return () => ({})
  const nameOf = namesIn(db)
  return ({ madeBy, changedBy, changedAtMs }) => ({
    changedBy: nameOf(changedBy ?? madeBy),
    changedAt: changedAtMs === null ? null : toInstant(changedAtMs),
  })
}

/** SQL: the name of a login, else the login itself. */
export const nameOfLogin = (login: string): string =>
  `coalesce((SELECT name FROM person WHERE login = ${login}), ${login})`
