// Leaves a team: the desk works alone with a copy of the team's rows. What the team has not sent yet is unknown in that copy,
// because the team may send it.
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { OwnRows } from '../../../src-shared/desk/team.ts'
import { skippedKeys } from '../team/bad-rows.ts'
import { isSameSum, sumHere, summedTable, sumThere } from '../team/checksum.ts'
import type { TeamSession } from '../team/client.ts'
import { freshCopy, ONE_MOMENT } from '../team/fresh-copy.ts'
import { deleteTeamOnly, placeIn } from '../team/mirror-state.ts'
import { sendKept } from '../team/offline-changes.ts'
import { openSession } from '../team/session.ts'
import type { TeamAccess } from '../team/state.ts'
import { removeTeamFile } from '../team/team-files.ts'
import { type Ahead, backUp, type JobContext, nowOf, withCore } from './context.ts'
import { ownRows } from './own-rows.ts'
import { copyToReplace } from './replace-core.ts'
import { slotsOfTeam } from './sent-requests.ts'

const LEFT_REASON = 'This desk left its team before this was sent: the team may have sent it since. Check the service.'

const differences = async (session: TeamSession, core: Database, { tables }: JobContext): Promise<string[]> => {
  const different: string[] = []
  const skipped = skippedKeys(core)
  for (const named of tables.team.tables) {
    const table = summedTable(core, named)
    const without = skipped[table.name]
    if (!isSameSum(sumHere(core, table, without), await sumThere(session, table, without))) different.push(table.name)
  }
  return different
}

/** All rows of the team, compared with it; and its requests that count now. */
const copyOnceMore = async (core: Database, access: TeamAccess, context: JobContext) => {
  const { tables, onProgress } = context
  const session = await openSession(access, placeIn(core, access.teamId)?.position ?? 0)
  try {
    onProgress({ step: 'copy', done: 0, total: 0 })
    const mirror = { core, shared: tables.team.tables, teamId: access.teamId, brandRows: tables.brandRows }
    // What was changed without a connection: the copy has none of it.
    await sendKept(session, mirror)
    await freshCopy(session, mirror)
    onProgress({ step: 'compare', done: 0, total: 0 })
    const different = await session.transaction((inside) => differences(inside, core, context), ONE_MOMENT)
    if (different.length > 0)
      throw new DeskError(
        'conflict',
        `The desk did not leave the team: colleagues changed ${different.join(', ')} while it was copied. Try again in a moment.`,
      )
    return await slotsOfTeam(session)
  } finally {
    session.destroy()
  }
}

export const leave = (
  context: JobContext,
  /** Null: with the rows as they are here. */
  { access, ...ahead }: Ahead & { readonly access: TeamAccess | null },
): Promise<{ kept: OwnRows }> =>
  withCore(context, async (core) => {
    const { files, tables } = context
    backUp(core, context)
    const copy = copyToReplace(core, files.coreFile)
    let kept: OwnRows
    try {
      const sent = access === null ? null : await copyOnceMore(copy.db, access, context)
      tables.team.requests.keep(copy.db, sent, nowOf(ahead))
      deleteTeamOnly(copy.db, tables.team.tables)
      tables.afterRestore(copy.db, { nowMs: Date.now(), isAlone: true, reason: LEFT_REASON })
      kept = ownRows(copy.db, tables.team.tables)
      copy.finish()
    } catch (error) {
      copy.drop()
      throw error
    }
    core.close()
    // Ended between these two, the desk is in the team and copies its rows again. The other order could send them twice.
    copy.commit()
    removeTeamFile(dirname(files.coreFile))
    return { kept }
  })
