import type { CallName, Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Store } from '../store/store.ts'
import { createPeopleHandlers } from './people.ts'
import { alone } from './rules/alone.ts'

type TeamCallName = Extract<CallName, `team.${string}`>

const onItsOwn = () => Promise.reject(alone())

const notYet = () =>
  Promise.reject(new DeskError('not-found', 'This version of Agency Desk cannot join a team yet. Update the program.'))

export const createTeamHandlers = (store: Pick<Store, 'read' | 'team'>): Pick<Handlers, TeamCallName> => ({
  ...createPeopleHandlers(store),
  'team.status': () => ({ team: null }),
  'team.check': notYet,
  'team.init': notYet,
  'team.join': notYet,
  'team.leave': onItsOwn,
  'team.signIn': onItsOwn,
  'team.checkMirror': onItsOwn,
})
