// What other rooms may use of the connectors' SQL.
export type { Drift } from './queries/connector-drift.ts'
export { permissionChanges, permissionEvents } from './queries/connector-events.ts'
