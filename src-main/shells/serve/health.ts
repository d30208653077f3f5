// Whether a desk on a server does its work, for whatever watches it. The answer names nobody and nothing of the agency.
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { callDesk, type Desk } from '../../desk.ts'

/** A desk that is connected catches up within seconds. */
const BEHIND_MAX_SECONDS = 60

type Team = NonNullable<CallOutput<'team.status'>['team']>

export type Health = {
  readonly ok: boolean
  /** Null: a desk alone. */
  readonly team: { readonly connection: Team['connection']; readonly behindSeconds: number } | null
  readonly receiver: 'listening' | 'off' | 'failed'
  readonly keychain: CallOutput<'desk.about'>['keychain']['state']
}

const receiverState = ({ enabled, listening }: CallOutput<'webhooks.status'>): Health['receiver'] =>
  listening ? 'listening' : enabled ? 'failed' : 'off'

/** Rejects where the desk does not answer. */
export const healthOf = async (desk: Pick<Desk, 'call'>): Promise<Health> => {
  const [{ team }, webhooks, { keychain }] = await Promise.all([
    callDesk(desk, 'team.status', {}),
    callDesk(desk, 'webhooks.status', {}),
    callDesk(desk, 'desk.about', {}),
  ])
  const isCurrent = team === null || (team.connection === 'connected' && team.behindSeconds < BEHIND_MAX_SECONDS)
  const receiver = receiverState(webhooks)
  const hasKeychain = keychain.state === 'ok' || keychain.state === 'session'
  return {
    ok: isCurrent && receiver !== 'failed' && hasKeychain,
    team: team && { connection: team.connection, behindSeconds: Math.round(team.behindSeconds) },
    receiver,
    keychain: keychain.state,
  }
}
