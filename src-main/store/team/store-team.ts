// What the main thread holds of the team: the state as last told, and who wants to hear of changes.
import { createListeners } from '../../base/listeners.ts'
import type { TeamMessage } from '../rpc.ts'
import type { StoreTeam } from '../store.ts'
import type { Mirrored, TeamAccess, TeamState } from './state.ts'

type Ask = (name: string, args: unknown) => Promise<unknown>

/** Known before the server has answered: nobody else signs in with this address. */
const loginOf = ({ url }: TeamAccess): string => decodeURIComponent(new URL(url).username)

const atFirst = (access: TeamAccess): TeamState => ({
  connection: 'connecting',
  sinceMs: Date.now(),
  error: null,
  serverVersion: null,
  position: 0,
  head: null,
  clockOffsetMs: null,
  role: null,
  login: loginOf(access),
  deskNo: access.deskNo,
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
      const { teamState } = message
      state = { ...teamState, login: teamState.login || loginOf(access) }
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
