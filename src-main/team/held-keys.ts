// Names to the team the brands whose keys this desk holds, never a key: so others see which desk can send for a brand. It does
// so when it connects and when they change; what failed is done with the next of these.
import type { Brand } from '../../src-shared/desk/brands.ts'
import type { StoreTeam } from '../store/store.ts'

export type HeldKeysDeps = {
  readonly team: Pick<StoreTeam, 'query' | 'state' | 'onState'> | null
  readonly brands: {
    readonly list: () => readonly Brand[]
    readonly onChange: (listener: () => void) => () => void
  }
}

export const createHeldKeys = ({ team, brands }: HeldKeysDeps): { readonly close: () => void } => {
  if (team === null) return { close: () => undefined }
  let told: string | undefined
  const tell = (): void => {
    if (team.state().connection !== 'connected') return
    const brandIds = brands.list().flatMap(({ id, keyState, demo }) => (demo || keyState === 'missing' ? [] : [id]))
    const now = brandIds.toSorted().join(' ')
    if (now === told) return
    told = now
    team.query('team.holdKeys', { brandIds }).catch(() => {
      told = undefined
    })
  }
  const stops = [team.onState(tell), brands.onChange(tell)]
  tell()
  return {
    close: () => {
      for (const stop of stops) stop()
    },
  }
}
