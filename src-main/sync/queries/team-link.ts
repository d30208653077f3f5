import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { WritableDb } from '../../store/db.ts'
import type { CacheLink } from '../../store/team/cache-link.ts'

/** The connection of this thread to the team. */
export const linkOf = ({ team }: WritableDb): CacheLink => {
  if (team === undefined) throw new DeskError('invalid', 'This desk is in no team.')
  return team
}
