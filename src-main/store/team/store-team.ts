// What the main thread holds of the team: the state as last told, and who wants to hear of changes.
import { createListeners } from '../../base/listeners.ts'
import type { TeamMessage } from '../rpc.ts'
import type { StoreTeam } from '../store.ts'
import type { Mirrored, TeamAccess, TeamState } from './state.ts'

type Ask = (name: string, args: unknown) => Promise<unknown>

const atFirst = ({ deskNo }: TeamAccess): TeamState => ({
  connection: 'connecting',
  sinceMs: Date.now(),
  error: null,
  serverVersion: null,
  position: 0,
  head: null,
  clockOffsetMs: null,
  role: null,
  login: '',
  deskNo,
})

export const createStoreTeam = (access: TeamAccess, ask: Ask) => {
  let state = atFirst(access)
  const states = createListeners<TeamState>()
  const mirrored = createListeners<Mirrored>()
  const take = (message: TeamMessage): void => {
    if ('mirrored' in message) {
      state = { ...state, position: message.mirrored.position }
      mirrored.notify(message.mirrored)
    } else {
      state = message.teamState
      states.notify(state)
    }
  }
  const team: StoreTeam = {
    query: ask as StoreTeam['query'], // the thread answers each name with what its query returns
    state: () => state,
    onState: states.add,
    onMirrored: mirrored.add,
  }
  return { team, take }
}
