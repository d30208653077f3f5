import type { CallName, Handlers } from '../../src-shared/desk/contract.ts'
import { createHeldKeys, type HeldKeysDeps } from './held-keys.ts'
import { createMembershipHandlers, type MembershipDeps } from './membership.ts'
import { createPeopleHandlers, type PeopleDeps } from './people.ts'
import { createTeamStatus, type StatusDeps } from './status.ts'

type TeamCallName = Extract<CallName, `team.${string}`>

type TeamDeps = MembershipDeps & StatusDeps & Pick<HeldKeysDeps, 'brands'> & Pick<PeopleDeps, 'listBrands'>

export const createTeam = (deps: TeamDeps) => {
  const status = createTeamStatus(deps)
  const keys = createHeldKeys({ team: deps.store.team, brands: deps.brands, emit: deps.emit })
  const handlers: Pick<Handlers, TeamCallName> = {
    ...createPeopleHandlers(deps),
    ...createMembershipHandlers(deps),
    ...status.handlers,
  }
  const close = (): void => {
    status.close()
    keys.close()
  }
  return { handlers, close }
}
