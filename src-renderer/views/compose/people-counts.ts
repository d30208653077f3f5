import { joinParts } from '../../format/join-parts.ts'
import type { Addressee } from '../../state/compose/compose.ts'
import type { Seen } from '../../state/compose/preview.ts'

export type Tally = { readonly total: number; readonly blocked: number; readonly warned: number }

export const isBlocked = (seen: Seen | undefined): boolean => seen !== undefined && seen.blockers.length > 0
export const isWarned = (seen: Seen | undefined): boolean =>
  seen !== undefined && seen.blockers.length === 0 && seen.warnings.length > 0

export const tallyOf = (people: readonly Addressee[], seen: ReadonlyMap<number, Seen>): Tally => {
  let blocked = 0
  let warned = 0
  for (const { id } of people) {
    const one = seen.get(id)
    if (isBlocked(one)) blocked += 1
    else if (isWarned(one)) warned += 1
  }
  return { total: people.length, blocked, warned }
}

/** `3 blocked · 2 warned`, without zeros. */
export const tallyLabel = ({ blocked, warned }: Tally): string =>
  joinParts([blocked > 0 ? `${blocked} blocked` : '', warned > 0 ? `${warned} warned` : ''])

/** The next blocked index after `at`, around the end; null: none is blocked. */
export const nextBlocked = (
  people: readonly Addressee[],
  seen: ReadonlyMap<number, Seen>,
  at: number,
): number | null => {
  for (let step = 1; step <= people.length; step += 1) {
    const index = (at + step) % people.length
    const person = people[index]
    if (person !== undefined && isBlocked(seen.get(person.id))) return index
  }
  return null
}
