// What other rooms may use of the connectors' SQL.
import { readOf, writeOf } from '../store/ask.ts'
import { newestOf } from '../store/tables.ts'

export type { Drift } from './queries/connector-drift.ts'
export { permissionEvents, toolLabels } from './queries/connector-events.ts'

export const ingestConnectors = writeOf('connectors.ingest')
export const readConnectorDrift = readOf('connectors.drift')
export const readConnectorVersions = readOf('connectors.versions')

/** SQL: the latest instant that the desk's clock stamped on a list of permissions. */
export const NEWEST_CATALOG = newestOf('connector_catalog', 'fetched_at_ms')
