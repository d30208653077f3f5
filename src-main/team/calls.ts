import type { CallName, Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'

type TeamCallName = Extract<CallName, `team.${string}`>

/** What a call about a team answers on a desk that works alone. */
const alone = () =>
  Promise.reject(
    new DeskError(
      'conflict',
      'This desk is not in a team. Set one up with `desk team init`, or join one with `desk team join`.',
    ),
  )

const notYet = () =>
  Promise.reject(new DeskError('not-found', 'This version of Agency Desk cannot join a team yet. Update the program.'))

export const createTeamHandlers = (): Pick<Handlers, TeamCallName> => ({
  'team.status': () => ({ team: null }),
  'team.check': notYet,
  'team.init': notYet,
  'team.join': notYet,
  'team.leave': alone,
  'team.signIn': alone,
  'team.people': alone,
  'team.addPerson': alone,
  'team.removePerson': alone,
  'team.setRole': alone,
  'team.setBrands': alone,
  'team.setApproval': alone,
  'team.checkMirror': alone,
  'team.gc': alone,
})
