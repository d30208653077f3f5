import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { TeamClient } from '../../store/team/client.ts'

/** Removes the brand and all that belongs to it from the team; returns the commit that each desk's mirror has it from. */
export const removeFromTeam = (client: TeamClient, { id }: { id: string }): Promise<number> =>
  client.transaction(async (session) => {
    await session.query('SELECT agency_desk.begin_turn()')
    const removed = await session.query('DELETE FROM agency_desk.brand WHERE id = $1 RETURNING id', [id])
    if (removed.length === 0) throw new DeskError('not-found', `The team has no brand ${id}.`, { brandId: id })
    const [commit] = await session.query<{ no: number }>('SELECT agency_desk.commit_no() AS no')
    return commit?.no ?? 0
  })
