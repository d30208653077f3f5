// Joins a team: its rows take the place of those that this desk shares. They are copied into a new core.db beside the old
// one, so a desk is in the team with all of them, or as it was.
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { OwnRows } from '../../../src-shared/desk/team.ts'
import { inboxFileOf } from '../inbox.ts'
import { freshCopy } from '../team/fresh-copy.ts'
import { type DeskSession, openSession } from '../team/session.ts'
import { prepareTeamFile, type TeamFile } from '../team/team-files.ts'
import { asNewDesk, backUp, fileOf, type JobContext, type NewDesk, nowOf, refuseIf, withCore } from './context.ts'
import { ownRows } from './own-rows.ts'
import { copyToReplace } from './replace-core.ts'
import { bringSlots } from './sent-requests.ts'

const assertAgreed = (own: OwnRows, agreed: number | undefined): void => {
  if (own.total === 0 || own.total === agreed) return
  const counts = own.tables.map(({ table, rows }) => `${table} ${rows}`).join(', ')
  throw new DeskError(
    'conflict',
    `This desk has ${own.total} rows of its own (${counts}), which it would give up for those of the team. Agree to that (\`--discard\`), or join with an empty data folder. Nothing was changed.`,
  )
}

/** All that this desk shares, and what it has alone of the same brands. A backup has it. */
const giveUpOwn = (core: Database, { tables }: JobContext): void => {
  const brandIds = core.prepare<[], string>('SELECT id FROM brand').pluck().all()
  for (const id of brandIds) for (const sql of tables.brandRows.core) core.prepare(sql).run(id)
  for (const { name, isSharedIf } of tables.team.tables.toReversed())
    core.exec(`DELETE FROM ${name} ${isSharedIf === undefined ? '' : `WHERE ${isSharedIf} = 1`}`)
}

/** What is in this data folder before the desk is in the team: nothing but files beside the others. */
const prepare = async (
  core: Database,
  session: DeskSession,
  { nowMs, ...context }: JobContext & { readonly nowMs: () => number },
) => {
  const { files, tables, onProgress } = context
  const copy = copyToReplace(core, files.coreFile)
  try {
    onProgress({ step: 'copy', done: 0, total: 0 })
    giveUpOwn(copy.db, context)
    const { teamId } = session
    await freshCopy(session, { core: copy.db, shared: tables.team.tables, teamId, brandRows: tables.brandRows })
    await bringSlots(session, tables.team.requests.sent(core, { nowMs: nowMs(), under: copy.db }))
    copy.finish()
    return copy
  } catch (error) {
    copy.drop()
    throw error
  }
}

export const join = (
  context: JobContext,
  args: NewDesk & { readonly discardRows?: number | undefined },
): Promise<{ file: TeamFile; discarded: OwnRows }> =>
  withCore(context, async (core) => {
    const { files, tables } = context
    refuseIf(tables.team.running(core), 'The desk did not join the team.')
    const own = ownRows(core, tables.team.tables)
    assertAgreed(own, args.discardRows)
    const access = asNewDesk(args)
    const session = await openSession(access, 0)
    try {
      backUp(core, context)
      const copy = await prepare(core, session, { ...context, nowMs: () => nowOf(args) })
      const file = fileOf(access, session)
      const ready = prepareTeamFile(dirname(files.coreFile), file)
      core.close()
      // From here on the desk is in the team. Ended here, it makes the copy at its next connection.
      ready.commit()
      // Its numbers would name deliveries of the team; the backup has what was in it.
      for (const suffix of ['', '-wal', '-shm']) rmSync(inboxFileOf(files.coreFile) + suffix, { force: true })
      copy.commit()
      return { file, discarded: own }
    } finally {
      session.destroy()
    }
  })
