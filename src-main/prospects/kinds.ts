import { type PriceGate, withPrice } from '../credits/price-gate.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { Store } from '../store/store.ts'
import { discoverKind } from './discover.ts'
import { findPeopleKind } from './find-people.ts'

/** How the journal sends paid actions. */
export const createProspectKinds = ({
  store,
  client,
  gate,
}: {
  readonly store: Pick<Store, 'read'>
  readonly client: Pick<ServiceClient, 'request'>
  readonly gate: PriceGate
}) => ({
  discover: withPrice('discover', discoverKind(client), gate),
  findPeople: withPrice('findPeople', findPeopleKind({ client, store }), gate),
})
