// Why PostgreSQL did not store a write, as an error for the person. Rooms name the rules that they know; what is left are
// rules that hold for all.
import type { Database } from 'better-sqlite3'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { RoomTeam } from '../tables.ts'
import type { ServerError } from './client.ts'
import { failureOf } from './connection-errors.ts'

/** Two desks gave the same number within one millisecond, or one waited for the other: the write may run again. */
export const mayRunAgain = ({ code, constraint = '' }: ServerError): boolean =>
  code === '40001' || code === '40P01' || (code === '23505' && /_(pkey|no_key)$/.test(constraint))

/** Rows of others are in the way: with these in the mirror the function itself may say so, or choose otherwise. */
export const isAboutRows = ({ code }: ServerError): boolean => code.startsWith('23')

const ofAll = (error: ServerError): DeskError => {
  const { code, message, constraint } = error
  if (code === 'AD005') return failureOf(error).error
  if (code === 'AD003' || code === 'AD004' || code === 'AD011') return new DeskError('conflict', message)
  if (code.startsWith('AD')) return new DeskError('forbidden', message)
  if (code === '42501')
    return new DeskError('forbidden', 'Your role in the team does not allow this. Ask an admin of the team.')
  if (code === '23514' && constraint?.startsWith('fits_') === true)
    return new DeskError(
      'invalid',
      `The team’s database does not take this value (${constraint.slice('fits_'.length)}): it is too long or out of range. Nothing was stored. Enter another value, then try again.`,
    )
  if (isAboutRows(error))
    return new DeskError('conflict', 'A colleague changed the same at this moment. Nothing was stored. Try again.')
  return failureOf(error).error
}

/** `core` has caught up. */
export const refusalOf = (error: ServerError, core: Database, refusals: Required<RoomTeam>['refusals']): DeskError => {
  const { constraint = '', message, detail = null } = error
  return refusals[constraint]?.(core, { constraint, message, detail }) ?? ofAll(error)
}
