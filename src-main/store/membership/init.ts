import { dirname } from 'node:path'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { OwnRows } from '../../../src-shared/desk/team.ts'
import { serverError } from '../team/client.ts'
import { openServer } from '../team/session.ts'
import { prepareTeamFile, type TeamFile } from '../team/team-files.ts'
import { asNewDesk, backUp, fileOf, type JobContext, type Login, type NewDesk, refuseIf, withCore } from './context.ts'
import { teamAt } from './look.ts'
import { openTwice, ownRows, runningWork } from './own-rows.ts'
import { type NewTeam, setUpTeam } from './set-up.ts'

const isLost = (error: unknown): boolean => serverError(error) === null && !(error instanceof DeskError)

/** The answer to COMMIT was lost: the team is there or not. */
const wasSetUp = async (login: Login, { teamId }: NewTeam): Promise<boolean> => {
  try {
    const { client } = await openServer(login)
    const { team } = await teamAt(client)
    client.destroy()
    return team?.teamId === teamId
  } catch {
    throw new DeskError(
      'unknown-outcome',
      `The connection was lost at the last moment, so the team may exist or not. This desk works alone. If \`desk team check\` shows team ${teamId}, join it; it has all rows of this desk.`,
    )
  }
}

export const init = (
  context: JobContext,
  args: NewDesk & { readonly name: string },
): Promise<{ file: TeamFile; copied: OwnRows }> =>
  withCore(context, async (core) => {
    const { files, tables, onProgress } = context
    refuseIf([...runningWork(core), ...openTwice(core)], 'The team was not set up.')
    const access = asNewDesk(args)
    const { client } = await openServer(args)
    let ready: { readonly team: NewTeam; readonly file: ReturnType<typeof prepareTeamFile> } | undefined
    try {
      backUp(core, context)
      const total = ownRows(core, tables.team.tables).total
      const options = {
        core,
        tables: tables.team.tables,
        name: args.name,
        deskId: access.deskId,
        deskName: access.deskName,
        onProgress: (step: 'copy' | 'compare', done: number) => onProgress({ step, done, total }),
        beforeCommit: (team: NewTeam) => {
          ready = { team, file: prepareTeamFile(dirname(files.coreFile), fileOf(access, team)) }
        },
      }
      await client.transaction((session) => setUpTeam(session, options))
    } catch (error) {
      const isThere = ready !== undefined && isLost(error) && (await wasSetUp(args, ready.team))
      if (!isThere) {
        ready?.file.drop()
        throw error
      }
    } finally {
      client.destroy()
    }
    if (ready === undefined) throw new Error('A team was set up without its file.')
    ready.file.commit()
    return { file: fileOf(access, ready.team), copied: ready.team.copied }
  })
