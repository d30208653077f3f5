import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { OwnRows } from '../../../src-shared/desk/team.ts'
import { openReadOnly } from '../connection.ts'
import { parseAddress } from '../team/address.ts'
import { failureOf } from '../team/connection-errors.ts'
import { openServer } from '../team/session.ts'
import type { JobContext, Login } from './context.ts'
import { init } from './init.ts'
import { join } from './join.ts'
import { leave } from './leave.ts'
import { type TeamThere, teamAt } from './look.ts'
import { demoBrands, ownRows } from './own-rows.ts'

type Checked = TeamThere & {
  readonly serverVersion: string
  readonly isEncrypted: boolean
  readonly login: string
  readonly ownRows: OwnRows
  readonly demoBrands: number
}

/** The desk goes on meanwhile. */
const check = async ({ files, tables, onProgress }: JobContext, login: Login): Promise<Checked> => {
  onProgress({ step: 'check', done: 0, total: 0 })
  const address = parseAddress(login.url)
  const { client, version } = await openServer(login)
  const core = openReadOnly(files.coreFile, 'core', 'reader')
  try {
    const { team, obstacles } = await teamAt(client)
    const forbidden = team === null ? tables.team.forbidden(core) : []
    return {
      serverVersion: version,
      isEncrypted: address.ssl !== false,
      login: address.user,
      team,
      obstacles: [...obstacles, ...tables.team.running(core), ...forbidden],
      ownRows: ownRows(core, tables.team.tables),
      demoBrands: demoBrands(core),
    }
  } finally {
    core.close()
    client.destroy()
  }
}

const inWords =
  <Args, Result>(job: (context: JobContext, args: Args) => Promise<Result>) =>
  async (context: JobContext, args: Args): Promise<Result> => {
    try {
      return await job(context, args)
    } catch (error) {
      const isOurs =
        error instanceof DeskError || /^SQLITE_|^E(NOSPC|ROFS|DQUOT)/.test(String((error as { code?: unknown }).code))
      throw isOurs ? error : failureOf(error).error
    }
  }

export const membershipJobs = { check: inWords(check), init: inWords(init), join: inWords(join), leave: inWords(leave) }
export type MembershipJobs = typeof membershipJobs
