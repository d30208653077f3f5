// Tells the team for which brands this desk holds a key, so that colleagues see who can send for a brand. Never the key.
import type { Brand } from '../../src-shared/desk/brands.ts'
import type { Log } from '../base/log.ts'
import type { Emit } from '../desk.ts'
import type { StoreTeam } from '../store/store.ts'

type KeysHereDeps = {
  readonly team: StoreTeam | null
  readonly brands: {
    readonly list: () => readonly Pick<Brand, 'id' | 'keyIn' | 'demo'>[]
    readonly onChange: (listener: () => void) => () => void
  }
  readonly emit: Emit
  readonly log: Log
}

export const createKeysHere = ({ team, brands, emit, log }: KeysHereDeps) => {
  if (team === null) return { close: (): void => undefined }
  let told: string | null = null
  let isConnected = false

  const tell = async (): Promise<void> => {
    if (!isConnected) return
    const brandIds = brands.list().flatMap(({ id, keyIn, demo }) => (keyIn === null || demo ? [] : [id]))
    const now = JSON.stringify(brandIds)
    if (now === told) return
    told = now
    try {
      await team.query('team.holdKeys', { brandIds })
      emit('changed', { brandIds: 'all', datasets: ['team'] })
    } catch (error) {
      // The next connection tells it again.
      told = null
      log.debug({ err: error }, 'the team does not know whose keys are here')
    }
  }
  const hear = ({ connection }: { connection: string }): void => {
    if (isConnected === (connection === 'connected')) return
    isConnected = !isConnected
    if (isConnected) told = null
    void tell()
  }
  hear(team.state())
  const stops = [team.onState(hear), brands.onChange(() => void tell())]
  return {
    close: (): void => {
      for (const stop of stops) stop()
    },
  }
}
