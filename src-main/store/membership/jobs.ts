import { DeskError } from '../../../src-shared/desk/errors.ts'
import { failureOf } from '../team/connection-errors.ts'
import { check } from './check.ts'
import type { JobContext } from './context.ts'
import { init } from './init.ts'
import { join } from './join.ts'
import { leave } from './leave.ts'

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
