import type { CallName, Handlers } from '../../src-shared/desk/contract.ts'
import { createMembershipHandlers, type MembershipDeps } from './membership.ts'
import { createPeopleHandlers } from './people.ts'
import { createTeamStatus, type StatusDeps } from './status.ts'

type TeamCallName = Extract<CallName, `team.${string}`>

export const createTeam = (deps: MembershipDeps & StatusDeps) => {
  const status = createTeamStatus(deps)
  const handlers: Pick<Handlers, TeamCallName> = {
    ...createPeopleHandlers(deps.store),
    ...createMembershipHandlers(deps),
    ...status.handlers,
  }
  return { handlers, close: status.close }
}
