// Names to the team the brands that this desk can send for: their keys, which it never sends, are here and work, and its
// person may send. It does so when it connects and when they change; what failed is done with the next of these.
import type { Brand } from '../../src-shared/desk/brands.ts'
import type { Emit } from '../desk.ts'
import type { StoreTeam } from '../store/store.ts'
import { mayRoleSend } from './rules/may-role-send.ts'

export type HeldKeysDeps = {
  readonly team: Pick<StoreTeam, 'query' | 'state' | 'onState'> | null
  readonly brands: {
    readonly list: () => readonly Brand[]
    readonly onChange: (listener: () => void) => () => void
  }
  readonly emit: Emit
}

/** A key that is refused, or not confirmed for the service's address, sends nothing. */
const canSend = ({ keyState, demo }: Brand): boolean => !demo && (keyState === 'ok' || keyState === 'unchecked')

export const createHeldKeys = ({ team, brands, emit }: HeldKeysDeps): { readonly close: () => void } => {
  if (team === null) return { close: () => undefined }
  let sent: string | undefined
  const sendNew = (): void => {
    const { connection, role } = team.state()
    if (connection !== 'connected') {
      // The server may be another one, or an older one, when it is back.
      sent = undefined
      return
    }
    const brandIds =
      mayRoleSend(role) === true ? brands.list().flatMap((brand) => (canSend(brand) ? [brand.id] : [])) : []
    const now = brandIds.toSorted().join(' ')
    if (now === sent) return
    sent = now
    team.query('team.holdKeys', { brandIds }).then(
      () => emit('changed', { brandIds: 'all', datasets: ['team'] }),
      () => {
        sent = undefined
      },
    )
  }
  const stops = [team.onState(sendNew), brands.onChange(sendNew)]
  sendNew()
  return {
    close: () => {
      for (const stop of stops) stop()
    },
  }
}
