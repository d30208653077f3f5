import { dirname } from 'node:path'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { OwnRows } from '../../../src-shared/desk/team.ts'
import type { TeamSession } from '../team/client.ts'
import { openServer } from '../team/session.ts'
import { withSureCommits } from '../team/sure-commit.ts'
import { prepareTeamFile, type TeamFile } from '../team/team-files.ts'
import {
  asNewDesk,
  backUp,
  fileOf,
  type JobContext,
  type Login,
  type NewDesk,
  nowOf,
  refuseIf,
  withCore,
} from './context.ts'
import { ownRows } from './own-rows.ts'
import { type NewTeam, setUpTeam } from './set-up.ts'

const notKnown = (team: NewTeam | undefined): DeskError =>
  new DeskError(
    'unknown-outcome',
    `The connection was lost at the last moment, so the team may exist or not. This desk works alone. If \`desk team check\` shows team ${team?.teamId}, join it; it has all rows of this desk.`,
  )

const askAnew =
  (login: Login) =>
  async <Result>(ask: (session: TeamSession) => Promise<Result>): Promise<Result> => {
    const { client } = await openServer(login)
    try {
      return await ask(client)
    } finally {
      client.destroy()
    }
  }

export const init = (
  context: JobContext,
  args: NewDesk & { readonly name: string },
): Promise<{ file: TeamFile; copied: OwnRows }> =>
  withCore(context, async (core) => {
    const { files, tables, onProgress } = context
    refuseIf([...tables.team.running(core), ...tables.team.forbidden(core)], 'The team was not set up.')
    const access = asNewDesk(args)
    const { client } = await openServer(args)
    let ready: { readonly team: NewTeam; readonly file: ReturnType<typeof prepareTeamFile> } | undefined
    try {
      backUp(core, context)
      const total = ownRows(core, tables.team.tables).total
      const options = {
        core,
        tables: tables.team.tables,
        sent: (nowMs: number) => tables.team.requests.sent(core, { nowMs }),
        name: args.name,
        deskId: access.deskId,
        deskName: access.deskName,
        nowMs: () => nowOf(args),
        onProgress: (step: 'copy' | 'compare', done: number) => onProgress({ step, done, total }),
        beforeCommit: (team: NewTeam) => {
          ready = { team, file: prepareTeamFile(dirname(files.coreFile), fileOf(access, team)) }
        },
      }
      const sure = withSureCommits(client, { onAnother: askAnew(args), unknown: () => notKnown(ready?.team) })
      await sure.transaction((session) => setUpTeam(session, options))
    } catch (error) {
      ready?.file.drop()
      throw error
    } finally {
      client.destroy()
    }
    if (ready === undefined) throw new Error('A team was set up without its file.')
    ready.file.commit()
    return { file: fileOf(access, ready.team), copied: ready.team.copied }
  })
