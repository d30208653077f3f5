// The store is composed of the rooms here, and nowhere else.
import { brandsTables } from './brands/tables.ts'
import { clustersTables } from './clusters/tables.ts'
import { composingTables } from './composing/tables.ts'
import { connectorsTables } from './connectors/tables.ts'
import { creditsTables } from './credits/tables.ts'
import { journalTables } from './journal/tables.ts'
import { pitchesTables } from './pitches/tables.ts'
import { prospectsTables } from './prospects/tables.ts'
import { publishingTables } from './publishing/tables.ts'
import { rankingsTables } from './rankings/tables.ts'
import { researchTables } from './research/tables.ts'
import { serviceClientTables } from './service-client/tables.ts'
import { engineTables } from './store/engine-tables.ts'
import { composeTables, type ReadsOf, type WritesOf } from './store/tables.ts'
import { suppressionsTables } from './suppressions/tables.ts'
import { visibilityTables } from './visibility/tables.ts'
import { webhooksTables } from './webhooks/tables.ts'

const rooms = [
  engineTables,
  journalTables,
  brandsTables,
  clustersTables,
  composingTables,
  connectorsTables,
  creditsTables,
  pitchesTables,
  prospectsTables,
  publishingTables,
  rankingsTables,
  researchTables,
  serviceClientTables,
  suppressionsTables,
  visibilityTables,
  webhooksTables,
] as const

export const tables = composeTables(rooms)

// Gives the engine's `Store` the names and types of the rooms' queries, so that the engine imports no room.
declare module './store/store.ts' {
  interface Reads extends ReadsOf<typeof rooms> {}
  interface Writes extends WritesOf<typeof rooms> {}
}
