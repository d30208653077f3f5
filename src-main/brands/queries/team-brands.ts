import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { TeamClient } from '../../store/team/client.ts'

/** Removes the brand and all that belongs to it from the team; returns the commit that each desk's mirror has it from. */
export const removeFromTeam = (client: TeamClient, { id }: { id: string }): Promise<number> =>
  client.transaction(async (session) => {
    await session.query('SELECT agency_desk.begin_turn()')
    const sql = 'DELETE FROM agency_desk.brand WHERE id = $1 RETURNING agency_desk.commit_no() AS no'
    const [removed] = await session.query<{ no: number }>(sql, [id])
    if (removed === undefined) throw new DeskError('not-found', `The team has no brand ${id}.`, { brandId: id })
    return removed.no
  })
