// A key that a desk outside the team uses as well: nobody sees the other's requests, but the service refuses some too early.
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { type Clock, DAY_MS, toInstant } from '../base/clock.ts'
import type { RoomParts } from '../room.ts'
import type { Store } from '../store/store.ts'
import type { ServiceClientDeps } from './client.ts'

type Deps = Pick<RoomParts, 'emit' | 'log'> & {
  readonly store: Pick<Store, 'read' | 'write'>
  readonly clock: Pick<Clock, 'now'>
}

export const createEarlyRefusals = ({ store, clock, emit, log }: Deps) => {
  const save: Required<ServiceClientDeps>['onEarlyRefusal'] = (refusal) => {
    store.write('keyRefusals.save', { ...refusal, atMs: clock.now() }).then(
      () => emit('changed', { brandIds: [refusal.brandId], datasets: ['refusals'] }),
      (error: unknown) => log.warn({ err: error }, 'an early refusal was not stored'),
    )
  }
  const handlers: Pick<Handlers, 'service.earlyRefusals'> = {
    'service.earlyRefusals': async () => {
      const rows = await store.read('keyRefusals.list', { sinceMs: clock.now() - DAY_MS })
      return { refusals: rows.map(({ atMs, ...refusal }) => ({ ...refusal, at: toInstant(atMs) })) }
    },
  }
  return { save, handlers }
}
